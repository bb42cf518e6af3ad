import { columnLetters } from '../../core/column-letters.js';
import { fittingText } from '../fitting-text.js';
import { fileFormula } from '../write/newer-functions.js';
import type { XlsxCell } from '../write/workbook-content.js';
import { cellText } from '../write/xml-text.js';
import type { CellEdit } from './cell-edits.js';

/** Excel reports a file with a longer formula as damaged. */
const LONGEST_FORMULA = 8192;

/**
 * A whole cell; `prefix` is the namespace prefix of the sheet, with its colon, and style 0 is the default.
 */
export function cellXml(prefix: string, edit: CellEdit, style: number): string {
  const { row, column } = edit;
  const value = typeof edit.value === 'number' && !Number.isFinite(edit.value) ? null : edit.value;
  const formula = edit.formula === undefined ? '' : formulaXml(prefix, cellText(fileFormula(edit.formula)));
  const start = `<${prefix}c r="${columnLetters(column)}${row + 1}"${style > 0 ? ` s="${style}"` : ''}`;
  if (value === null) return formula === '' ? `${start}/>` : `${start}>${formula}</${prefix}c>`;
  if (typeof value === 'string' && formula === '') {
    return `${start} t="inlineStr"><${prefix}is>${textXml(prefix, value)}</${prefix}is></${prefix}c>`;
  }
  const type = resultType(value);
  return `${start}${type && ` t="${type}"`}>${formula}${resultXml(prefix, value)}</${prefix}c>`;
}

/** The element of a formula's result. */
export function resultXml(prefix: string, value: XlsxCell): string {
  return value === null ? '' : `<${prefix}v>${valueText(value)}</${prefix}v>`;
}

/**
 * The element of an already escaped formula; empty where Excel could not accept it and the value has to do.
 */
export function formulaXml(prefix: string, escaped: string): string {
  return escaped.length > LONGEST_FORMULA ? '' : `<${prefix}f>${escaped}</${prefix}f>`;
}

function textXml(prefix: string, text: string): string {
  const space = text === text.trim() ? '' : ' xml:space="preserve"';
  return `<${prefix}t${space}>${cellText(fittingText(text))}</${prefix}t>`;
}

/** The type of a cell with a formula; empty for numbers, and where there is no result. */
export function resultType(value: XlsxCell): string {
  if (value === null) return '';
  switch (typeof value) {
    case 'string':
      return 'str';
    case 'boolean':
      return 'b';
    case 'object':
      return 'e';
    default:
      return '';
  }
}

function valueText(value: Exclude<XlsxCell, null>): string {
  if (typeof value === 'string') return cellText(fittingText(value));
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'number' ? String(value) : cellText(value.error);
}
