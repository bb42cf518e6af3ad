import { CellKind } from '#sheets/grid/grid.js';
import { CellBudget, GridBuilder } from '#sheets/grid/grid-builder.js';
import { SheetTexts } from '#sheets/grid/sheet-texts.js';
import { numberAt, writtenLike } from './cells-of.mjs';
import { changedValues } from './changed-values.mjs';

/**
 * A sheet with its rows and columns in another order: `rows` and `columns` list, for each place of the new sheet, the old place
 * whose cells stand there; `{ copy: row }` is a new record like that one, and `{ blank: true }` nothing. `change` may give a cell
 * another text or number. Totals are those of what is there then. Where cells move, formulas become values, as in a file that a
 * program wrote.
 */
export function moveSheet(sheet, { rows, columns, change = (value, _cell) => value, added }, totals = []) {
  const grid = new GridBuilder(new CellBudget());
  const texts = new SheetTexts([]);
  const placeOf = (list) =>
    new Map(list.flatMap((from, to) => (typeof from === 'number' ? [[from, to]] : [])));
  const values = changedValues(sheet, { rows, columns, change }, totals);
  rows.forEach((from, row) => {
    const old = oldRow(from);
    columns.forEach((source, column) => {
      if (source?.added) {
        const text = added(typeof from === 'number' ? from : undefined, old);
        if (typeof text === 'number') grid.add(row, column, CellKind.number, text, 0);
        else if (text) grid.add(row, column, CellKind.text, texts.add(text), 0);
        return;
      }
      const held = sheet.columns[source];
      if (!held || old === undefined) return;
      const slot = old - held.firstRow;
      const kind = held.kinds[slot];
      if (slot < 0 || kind === undefined) return;
      const style = held.styles?.[slot] ?? 0;
      if (kind === CellKind.text) {
        const text = sheet.texts.at(held.values[slot]) ?? '';
        const value = values.get(`${row} ${column}`);
        const now =
          value !== undefined
            ? numberAt(sheet, old, source) === value
              ? text
              : writtenLike(value, text)
            : change(text, { row: old, column: source, isCopy: typeof from !== 'number', to: row });
        if (now !== '') grid.add(row, column, kind, texts.add(now), style);
        else grid.add(row, column, CellKind.empty, 0, style);
      } else if (kind === CellKind.error)
        grid.add(row, column, kind, texts.add(sheet.texts.at(held.values[slot]) ?? ''), style);
      else if (kind === CellKind.empty) grid.add(row, column, kind, 0, style);
      else grid.add(row, column, kind, values.get(`${row} ${column}`) ?? held.values[slot], style);
    });
  });
  const rowAt = placeOf(rows);
  const columnAt = placeOf(columns);
  const finished = grid.finish();
  const isInPlace = [rows, columns].every((list) => list.every((from, to) => from === to));
  if (isInPlace)
    for (const [at, column] of finished.columns.entries()) {
      const held = sheet.columns[at];
      if (column && held) column.formulas = held.formulas;
    }
  return {
    ...sheet,
    ...finished,
    texts,
    arrays: [],
    dataTables: [],
    tables: [],
    comments: [],
    validations: [],
    hyperlinks: [],
    merges: sheet.merges.flatMap((range) => movedRange(range, rowAt, columnAt) ?? []),
    hiddenRows: new Set([...sheet.hiddenRows].flatMap((row) => rowAt.get(row) ?? [])),
    hiddenColumns: new Set([...sheet.hiddenColumns].flatMap((column) => columnAt.get(column) ?? [])),
    rowOutline: new Map(
      [...sheet.rowOutline].flatMap(([row, depth]) => (rowAt.has(row) ? [[rowAt.get(row), depth]] : [])),
    ),
    columnOutline: new Map(),
    columnWidths: new Map(),
  };
}

const oldRow = (from) => (typeof from === 'number' ? from : from.copy);

/** A range where its first and last rows and columns are now; undefined where none of it is left. */
function movedRange({ top, left, bottom, right }, rowAt, columnAt) {
  /** @type {number[][]} */
  const [rows, columns] = [[], []];
  for (let row = top; row <= bottom; row++) if (rowAt.has(row)) rows.push(rowAt.get(row));
  for (let column = left; column <= right; column++)
    if (columnAt.has(column)) columns.push(columnAt.get(column));
  if (rows.length === 0 || columns.length === 0) return undefined;
  return {
    top: Math.min(...rows),
    left: Math.min(...columns),
    bottom: Math.max(...rows),
    right: Math.max(...columns),
  };
}

/** A spec moved along with its sheet: what a person would make of the changed sheet who read the other in this way. */
export function moveSpec(spec, { rows, columns }) {
  const rowAt = new Map(rows.flatMap((from, to) => (typeof from === 'number' ? [[from, to]] : [])));
  const columnAt = new Map(columns.flatMap((from, to) => (typeof from === 'number' ? [[from, to]] : [])));
  const copies = rows.flatMap((from, to) => (from?.copy === undefined ? [] : [[from.copy, to]]));
  const moved = (list) => list.flatMap((row) => rowAt.get(row) ?? []);
  const cellAt = (cell) => cell && { row: rowAt.get(cell.row), column: columnAt.get(cell.column) };
  return {
    ...spec,
    unassigned: [],
    regions: spec.regions.flatMap((region) => {
      const range = movedRange(region.range, rowAt, columnAt);
      if (!range) return [];
      const parents = Object.entries(region.rowParents ?? {}).flatMap(([row, parent]) => {
        const [at, above] = [rowAt.get(Number(row)), rowAt.get(parent)];
        return at === undefined || above === undefined ? [] : [[at, above]];
      });
      for (const [from, to] of copies) {
        const above = rowAt.get(region.rowParents?.[from]);
        if (above !== undefined) parents.push([to, above]);
      }
      return {
        ...region,
        range,
        headerRows: moved(region.headerRows),
        rowRoles: { group: moved(region.rowRoles.group), derived: moved(region.rowRoles.derived) },
        ...(region.rowParents && { rowParents: Object.fromEntries(parents) }),
        ...(region.unreadable && {
          unreadable: region.unreadable
            .map(cellAt)
            .filter(({ row, column }) => row !== undefined && column !== undefined),
        }),
        columns: region.columns
          .filter(({ source, cell }) => columnAt.has(source) && (!cell || rowAt.has(cell.row)))
          .map((column) => ({
            ...column,
            source: columnAt.get(column.source),
            ...(column.cell && { cell: cellAt(column.cell) }),
            ...(column.label && { label: cellAt(column.label) }),
          }))
          .sort((a, b) => (region.layout === 'form' ? 0 : a.source - b.source)),
      };
    }),
  };
}
