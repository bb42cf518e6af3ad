import { CellKind } from '#sheets/grid/grid.js';

function kindAt({ columns }, row, column) {
  const held = columns[column];
  return held && row >= held.firstRow ? (held.kinds[row - held.firstRow] ?? CellKind.empty) : CellKind.empty;
}

const valueAt = ({ columns }, row, column) => columns[column].values[row - columns[column].firstRow];

/** The text in a cell; undefined where it has none. */
export function textAt(sheet, row, column) {
  if (kindAt(sheet, row, column) !== CellKind.text) return undefined;
  const text = sheet.texts.at(valueAt(sheet, row, column)) ?? '';
  return text.trim() === '' ? undefined : text;
}

export const isFilled = (sheet, row, column) => {
  const kind = kindAt(sheet, row, column);
  return kind === CellKind.text ? textAt(sheet, row, column) !== undefined : kind !== CellKind.empty;
};

/** The number in a cell, also where a file has only texts. */
export function numberAt(sheet, row, column) {
  if (kindAt(sheet, row, column) === CellKind.number) return valueAt(sheet, row, column);
  const text = textAt(sheet, row, column) ?? '';
  return isPlainNumber.test(text) ? Number(text) : undefined;
}

/** Codes with noughts before them are none. */
const isPlainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/;

/** A number as the text that it replaces is written: `34481.0`. */
export const writtenLike = (number, text) => {
  const [, decimals] = text.split('.');
  return decimals !== undefined && Number.isInteger(number) ? number.toFixed(1) : `${number}`;
};
