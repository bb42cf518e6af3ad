import { columnLetters } from '#sheets/core/column-letters.js';

const line = { top: 'thin', right: 'thin', bottom: 'thin', left: 'thin' };

/** How a workbook sets off the parts of a table; each part also knows the role of its rows. */
export const dresses = {
  bare: dressOf({}),
  bold: dressOf({ header: { bold: true }, total: { bold: true }, title: { bold: true } }),
  filled: dressOf({
    header: { bold: true, fill: 'DDEBF7' },
    total: { bold: true, fill: 'F2F2F2' },
    title: { bold: true },
  }),
  ruled: dressOf({
    header: { borders: line, align: 'center' },
    body: { borders: line },
    total: { borders: line },
  }),
};

function dressOf({ header = {}, body = {}, total = {}, title = {} }) {
  return {
    header: { role: 'header', ...header },
    body: { role: 'data', ...body },
    total: { role: 'derived', ...total },
    title: { role: 'metadata', ...title },
  };
}

/** A header of one row, then the rows; returns the row after the last. */
export function drawTable({ page, dress }, { columns, rows }, { top = 0, left = 0 } = {}) {
  const names = columns.map(({ name }) => name);
  page.putRow(top, left, names, dresses[dress].header);
  return drawRows({ page, dress }, { columns, rows }, { top: top + 1, left });
}

export function drawRows({ page, dress }, { columns, rows }, { top, left = 0 }) {
  rows.forEach((values, row) => {
    const cells = values.map((value, at) => columns[at].write(value));
    page.putRow(top + row, left, cells, dresses[dress].body);
  });
  return top + rows.length;
}

/** Sums of some rows of a table, null where a column has none; `columns` and rows as in a tidy table. */
export function sumsOf(columns, rows) {
  return columns.map(({ type }, at) =>
    type === 'BIGINT' ? rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) : null,
  );
}

/** A total row: its label in the first text column, and sums as values or as formulas over the rows given. */
export function drawTotal(
  { page, dress },
  columns,
  sums,
  { row, left = 0, label, labelAt = 0, from, to, formulas },
) {
  const look = dresses[dress].total;
  sums.forEach((sum, at) => {
    if (at === labelAt) page.put(row, left + at, label, look);
    else if (sum === null) page.put(row, left + at, '', look);
    else
      page.put(
        row,
        left + at,
        withFormula(columns[at].write(sum), formulas && sumFormula(left + at, from, to)),
        look,
      );
  });
}

/** `SUM(B2:B9)`; rows count from 0. */
export function sumFormula(column, from, to) {
  const letters = columnLetters(column);
  return `SUM(${letters}${from + 1}:${letters}${to + 1})`;
}

export const withFormula = (cell, formula) =>
  formula && cell.number !== undefined ? { ...cell, formula } : cell;
