// Loaded into a service with `--import`: its clock goes on from MOVED_CLOCK, so that what was kept for a day still is.
const RealDate = Date;
const offset = RealDate.parse(process.env.MOVED_CLOCK ?? '') - RealDate.now();

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offset);
    else super(...given);
  }

  static now() {
    return RealDate.now() + offset;
  }

  static [Symbol.hasInstance](value) {
    return value instanceof RealDate;
  }
};
