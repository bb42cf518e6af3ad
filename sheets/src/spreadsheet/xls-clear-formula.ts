import { damaged } from '../core/file-error.js';

/** The offset of the formula length in records with a formula: in Excel 5 and later, and before. */
const lengthAt = new Map([
  [0x006, { modern: 20, old: 16 }],
  [0x206, { modern: 20, old: 16 }],
  [0x406, { modern: 20, old: 16 }],
  [0x021, { modern: 12, old: 8 }],
  [0x221, { modern: 12, old: 8 }],
  [0x4bc, { modern: 8, old: 8 }],
]);

/**
 * Clears a formula: `binary-formulas/` has read it, and the parser hangs where a formula is cut short. The value
 * of the cell stays.
 */
export function clearXlsFormula(type: number, content: Buffer, isModern: boolean): void {
  const places = lengthAt.get(type);
  if (!places) return;
  const at = isModern ? places.modern : places.old;
  if (content.length < at + 2) throw damaged('file-formula-cut-short');
  if (isModern) content.writeUInt16LE(0, at);
}
