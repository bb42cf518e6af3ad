import { isFrameText } from '../../frame-text.js';
import { readsAsPeriod } from '../../lines/line-vocabulary.js';
import type { TableTop, TopLabel } from './table-top.js';

/** Rows that name this share of a table's columns are its header without any others. */
const maxColumns = 0.6;
/** A line over a table has no more cells than this. */
const maxInFrame = 4;

/** The place of the first row of the header; the rows before it are lines over the table. */
export function beginOfHeader(table: TableTop, end: number): number {
  let begin = 0;
  for (let place = 0; place + 1 < end; place++) {
    if (begin === place && isFrameLine(table, place, end)) begin = place + 1;
    else if (table.filled(table.rows[place] as number).length > maxInFrame) break;
  }
  return begin;
}

const isNumberOrUnit = (table: TableTop, row: number) => table.isNumberingRow(row) || table.isUnitRow(row);

/** Whether a row speaks about the table below it and names none of its columns. */
function isFrameLine(table: TableTop, place: number, end: number): boolean {
  const row = table.rows[place] as number;
  const below = table.rows.slice(place + 1, end).filter((one) => !isNumberOrUnit(table, one));
  const columns = table.columnsFrom(end);
  const named = table.namedColumns(below);
  const labels = table.labels(row, below);
  const [first, second] = labels;
  if (!first || labels.length > maxInFrame || labels.some(({ goesDown }) => goesDown)) return false;
  if (columns.filter((column) => named.has(column)).length < maxColumns * columns.length) return false;
  if (columns.every((column, at) => labels[at]?.column === column) && !columns.every((one) => named.has(one)))
    return false;
  // `State | (1,000 acres)` over years names the first column.
  const namesFirst =
    second !== undefined &&
    first.column === table.range.left &&
    !named.has(first.column) &&
    !isFrameText(first.text);
  if (labels.length < maxInFrame && !namesFirst && labels.some(({ text }) => isFrameText(text))) return true;
  if (!second && table.cutsThrough(first, below[0])) return true;
  const isOverNothing = columns.every((column) => column < first.column || column > first.end);
  const isApart = (below[0] ?? 0) > row + 1;
  if (isApart && ((!second && isOverNothing) || labels.every(({ text }) => /[:：]$/.test(text.trim()))))
    return true;
  const [left, right] = [columns[0] ?? 0, columns.at(-1) ?? 0];
  if (!second) {
    const isOverAll = first.column <= left && first.end >= right;
    const isAtEdge = first.column <= left || (first.column >= right && below.length === 1);
    return isOverAll || (isAtEdge && named.has(first.column) && !readsAsPeriod(first.text));
  }
  return (
    areFields(labels, left) && columns.length > labels.length && columns.every((column) => named.has(column))
  );
}

/** `部署 | 営業部`, once or twice from the left edge, although the columns below have names of their own. */
const areFields = (labels: readonly TopLabel[], left: number) =>
  labels[0]?.column === left &&
  labels.length % 2 === 0 &&
  labels.every(({ column }, at) => at % 2 === 0 || column === (labels[at - 1]?.column ?? 0) + 1);
