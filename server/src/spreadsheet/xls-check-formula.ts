import { problem } from '../core/problems.js';

/** The offset of the formula length in records with a formula: in Excel 5 and later, and before. */
const lengthAt = new Map([
  [0x006, { modern: 20, old: 16 }],
  [0x206, { modern: 20, old: 16 }],
  [0x406, { modern: 20, old: 16 }],
  [0x021, { modern: 12, old: 8 }],
  [0x221, { modern: 12, old: 8 }],
  [0x4bc, { modern: 8, old: 8 }],
]);

/** Precomputed references, whose values follow the formula. */
const MEMORY_AREAS = [0x26, 0x46, 0x66];

/**
 * The parser hangs where a record is too short for the length of its formula, and where the areas that follow
 * a formula are cut off. Those can be found only by parsing the formula, so a formula that may have some is
 * cleared; the value of the cell stays.
 */
export function checkXlsFormula(type: number, content: Buffer, isModern: boolean): void {
  const places = lengthAt.get(type);
  if (!places) return;
  const at = isModern ? places.modern : places.old;
  if (content.length < at + 2) throw problem('unreadable-file', 'A formula of the file is cut short.');
  if (!isModern) return;
  const end = at + 2 + content.readUInt16LE(at);
  const tokens = content.subarray(at + 2, end);
  if (end !== content.length && MEMORY_AREAS.some((token) => tokens.includes(token))) {
    content.writeUInt16LE(0, at);
  }
}
