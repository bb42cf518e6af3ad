const [TAB, SPACE, AMPERSAND, LESS, GREATER, UNDERSCORE] = [0x09, 0x20, 0x26, 0x3c, 0x3e, 0x5f];
/** U+FFFE and U+FFFF in UTF-8 begin with this byte. */
const NONCHARACTER_START = 0xef;

/** 1 for the bytes of UTF-8 that stand for themselves in XML, whatever follows them. */
export const plain = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(
    byte === TAB ||
      (byte >= SPACE && ![AMPERSAND, LESS, GREATER, UNDERSCORE, NONCHARACTER_START].includes(byte)),
  ),
);
/** The same for two bytes at once. */
export const plainPairs = Uint8Array.from(
  { length: 2 ** 16 },
  (_, pair) => (plain[pair & 0xff] as number) & (plain[pair >> 8] as number),
);

/** Digits are written in groups of four, from a table of all such groups. */
export const GROUP = 10_000;
export const fourDigits = Int32Array.from({ length: GROUP }, (_, value) =>
  Buffer.from(String(value).padStart(4, '0')).readInt32LE(),
);
/** Numbers below have at most two groups of digits. */
export const WHOLE_END = GROUP * GROUP;

/** Writes a whole number from 0 to below `WHOLE_END`; returns where it ends. Four bytes behind it may be overwritten. */
export function putWhole(view: DataView, at: number, value: number): number {
  if (value < GROUP) return putLeading(view, at, value);
  const leading = (value / GROUP) | 0;
  const end = putLeading(view, at, leading);
  view.setInt32(end, fourDigits[value - leading * GROUP] as number, true);
  return end + 4;
}

/** The same for one group. */
function putLeading(view: DataView, at: number, value: number): number {
  const digits = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : 4;
  view.setInt32(at, (fourDigits[value] as number) >>> (8 * (4 - digits)), true);
  return at + digits;
}
