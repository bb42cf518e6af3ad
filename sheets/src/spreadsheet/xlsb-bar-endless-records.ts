import { xlsbRecords } from './xlsb-records.js';

/** A type that no record has; the parser refuses it in the parts it reads. */
const BARRED = 0x7f;
/** Precomputed references, whose values follow the formula. */
const MEMORY_AREAS = [0x26, 0x46, 0x66];

/** Whether the items that a record declares are present, by the type of the record. */
const isWhole = new Map<number, (content: Buffer) => boolean>([
  [0x08, (content) => hasFormula(content, afterText(content, 8) + 2)],
  [0x09, (content) => hasFormula(content, 18)],
  [0x0a, (content) => hasFormula(content, 11)],
  [0x0b, (content) => hasFormula(content, 11)],
  [0x13, (content) => hasRichText(content, 0)],
  [0x27, (content) => hasFormula(content, afterText(content, 9))],
  [0x33, (content) => hasItems(content, 0, 8)],
  [0x3e, (content) => hasRichText(content, 8)],
  [0x16a, (content) => hasItems(content, 0, 12)],
  [0x1aa, (content) => hasFormula(content, 17)],
  [0x1ab, (content) => hasFormula(content, 16)],
  [0x27d, (content) => hasRichText(content, 0)],
]);

/**
 * The parser counts up to the declared number without checking for the end of the record: billions of items
 * in a few bytes. Such records are barred, not the file: a part may contain no records at all.
 */
export function barEndlessRecords(part: Buffer): void {
  for (const { type, startsAt, contentAt, endsAt } of xlsbRecords(part)) {
    const check = isWhole.get(type);
    if (!check || check(part.subarray(contentAt, endsAt))) continue;
    part[startsAt] = type < 0x80 ? BARRED : BARRED | 0x80;
    if (type >= 0x80) part[startsAt + 1] = BARRED;
  }
}

function numberAt(content: Buffer, at: number): number {
  return at + 4 <= content.length ? content.readUInt32LE(at) : Number.POSITIVE_INFINITY;
}

function hasItems(content: Buffer, at: number, bytesEach: number): boolean {
  return at + 4 + numberAt(content, at) * bytesEach <= content.length;
}

function afterText(content: Buffer, at: number): number {
  return at + 4 + numberAt(content, at) * 2;
}

function hasRichText(content: Buffer, at: number): boolean {
  const end = afterText(content, at + 1);
  const hasRuns = ((content[at] ?? 0) & 1) !== 0;
  return end <= content.length && (!hasRuns || hasItems(content, end, 4));
}

function hasFormula(content: Buffer, at: number): boolean {
  const extrasAt = at + 4 + numberAt(content, at);
  if (!hasItems(content, extrasAt, 1)) return false;
  // The areas are not needed, and their number is known only by parsing the formula.
  const tokens = content.subarray(at + 4, extrasAt);
  if (MEMORY_AREAS.some((token) => tokens.includes(token))) content.writeUInt32LE(0, extrasAt);
  return true;
}
