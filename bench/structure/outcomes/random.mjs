/** A source of chance that a family and a seed determine: the same case can be made again at any time. */
export class Random {
  #state;

  constructor(family, seed) {
    this.#state = [...`${family}:${seed}`].reduce(
      (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619),
      2_166_136_261,
    );
  }

  /** From 0 up to, not including, 1 (mulberry32). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Both ends included. */
  int(least, most) {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share) {
    return this.next() < share;
  }

  pick(items) {
    return items[this.int(0, items.length - 1)];
  }

  /** Some distinct items, in the order of the list. */
  sample(items, count) {
    const places = items.map((_, at) => at);
    while (places.length > count) places.splice(this.int(0, places.length - 1), 1);
    return places.map((at) => items[at]);
  }

  shuffled(items) {
    const rest = [...items];
    return items.map(() => rest.splice(this.int(0, rest.length - 1), 1)[0]);
  }
}
