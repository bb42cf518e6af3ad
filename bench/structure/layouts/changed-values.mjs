import { numberAt } from './cells-of.mjs';

/**
 * The numbers of a changed sheet that are not those of the old one, by `row column` of the new sheet: those that `change` gives,
 * and the totals, shares and balances that follow from them.
 */
export function changedValues(sheet, { rows, columns, change }, totals) {
  const values = new Map();
  const places = new Map();
  rows.forEach((from, to) => {
    const old = typeof from === 'number' ? from : from.copy;
    if (old !== undefined) places.set(old, [...(places.get(old) ?? []), to]);
  });
  const columnAt = new Map(columns.flatMap((from, to) => (typeof from === 'number' ? [[from, to]] : [])));
  const numberIn = (row, column) => numberAt(sheet, row, column);
  const isTotal = new Set(totals.map(({ cell }) => `${cell.row} ${cell.column}`));
  for (const [old, list] of places)
    for (const [column, to] of columnAt) {
      const value = numberIn(old, column);
      if (value === undefined) continue;
      for (const row of list) {
        const isCopy = typeof rows[row] !== 'number';
        const now = isTotal.has(`${old} ${column}`)
          ? value
          : change(value, { row: old, column, isCopy, to: row });
        values.set(`${row} ${to}`, now);
      }
    }
  const valueAt = (row, column) => values.get(`${row} ${columnAt.get(column)}`);
  const forms = totals.map(({ operation, stated, parts }) =>
    operation === 'ratio'
      ? formOfRatio(
          stated,
          parts.map((part) => sumOf(numbersIn(part, numberIn))),
        )
      : undefined,
  );
  // Totals of totals follow those that they are made of.
  for (let round = 0; round < 6; round++)
    for (const [at, { cell, parts, stated, operation }] of totals.entries())
      for (const to of places.get(cell.row) ?? []) {
        if (!values.has(`${to} ${columnAt.get(cell.column)}`)) continue;
        const ofParts = parts.map((part) => numbersOf(part, { cell, to, operation, places, rows, valueAt }));
        const now = result(operation, ofParts, parts, forms[at]);
        // What is rounded in the file stays as it is while nothing below it changes.
        const before = result(
          operation,
          parts.map((part) => numbersIn(part, numberIn)),
          parts,
          forms[at],
        );
        if (now === undefined || Math.abs(now - (before ?? Number.NaN)) < 1e-9) continue;
        const digits = (`${stated}`.split('.')[1] ?? '').length;
        values.set(`${to} ${columnAt.get(cell.column)}`, Number(now.toFixed(Math.min(6, digits))));
      }
  return values;
}

function numbersIn({ top, bottom, left, right }, numberIn) {
  const found = [];
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      const value = numberIn(row, column);
      if (value !== undefined) found.push(value);
    }
  return found;
}

/** The numbers of one part of a total: in the row of the total itself, above it, or wherever records are now. */
function numbersOf({ top, bottom, left, right }, { cell, to, operation, places, rows, valueAt }) {
  const found = [];
  for (let row = top; row <= bottom; row++) {
    const now =
      row === cell.row
        ? [to]
        : operation === 'running_balance'
          ? [to - 1].filter((above) => rows[above] !== undefined)
          : (places.get(row) ?? []);
    for (const at of now)
      for (let column = left; column <= right; column++) {
        const value = valueAt(at, column);
        if (value !== undefined) found.push(value);
      }
  }
  return found;
}

const sumOf = (numbers) => numbers.reduce((sum, one) => sum + one, 0);

const ratios = [
  (a, b) => a / b,
  (a, b) => (100 * a) / b,
  (a, b) => (a - b) / b,
  (a, b) => (100 * (a - b)) / b,
];

/** How the file states a ratio: as a share or a change, and as a number or in percents. */
function formOfRatio(stated, [dividend = 0, divisor = 0]) {
  const off = (ratio) => Math.abs(ratio(dividend, divisor) - stated);
  return ratios.toSorted((one, other) => off(one) - off(other))[0];
}

function result(operation, ofParts, parts, form) {
  if (operation === 'ratio') {
    const [dividend, divisor] = ofParts.map(sumOf);
    return divisor ? form(dividend, divisor) : undefined;
  }
  if (operation === 'average') {
    const all = ofParts.flat();
    return all.length === 0 ? undefined : sumOf(all) / all.length;
  }
  return sumOf(ofParts.map((numbers, at) => parts[at].sign * sumOf(numbers)));
}
