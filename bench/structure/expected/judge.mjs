import { homeOf, isSame, isWithin, numberIn, rangeOf } from './cells.mjs';
import { FormJudge } from './judge-form.mjs';
import { TableJudge } from './judge-table.mjs';
import { Problems } from './problems.mjs';

/**
 * What is wrong with the tables made of a sheet, by the reading that they come nearest to: `{verdict, wrongData,
 * problems: [{kind, table, detail, count}]}`.
 */
export function judge(readings, cells, made, { checks = {}, scratch = [] }) {
  const areas = scratch.map(rangeOf);
  const kept = made.filter((table) => !isWithinAreas(table, areas));
  const found = readings.map((tables) => judgeReading(tables, cells, kept, checks));
  return found.reduce((best, one) => (one.weight < best.weight ? one : best));
}

/** Loose cells beside the tables may become a table of their own or not. */
function isWithinAreas({ role, sources }, areas) {
  const cells = sources.flat().filter(Boolean);
  const isInside = ({ row, column }) => areas.some((area) => isWithin(area, row, column));
  return role !== 'notes' && cells.length > 0 && cells.every(isInside);
}

function judgeReading(tables, cells, made, checks) {
  const problems = new Problems();
  const index = new CellIndex(made);
  const judges = tables.map((table) =>
    table.isForm
      ? new FormJudge(table, cells, index, problems)
      : new TableJudge(table, tables, cells, index, problems),
  );
  for (const one of judges) one.run();
  judgeOthers(judges, tables, cells, made, problems);
  judgeChecks(checks, index, problems);
  return problems.result();
}

/** Where each cell of the sheet went. */
class CellIndex {
  #places = new Map();

  constructor(made) {
    for (const table of made) {
      if (table.role === 'accounts') continue;
      table.sources.forEach((sources, row) => {
        const home = homeOf(sources);
        sources.forEach((cell, column) => {
          if (cell) this.#at(cell.row, cell.column).push({ table, row, column, isOwn: cell.row === home });
        });
      });
    }
  }

  #at(row, column) {
    const key = row * 16_384 + column;
    let places = this.#places.get(key);
    if (!places) {
      places = [];
      this.#places.set(key, places);
    }
    return places;
  }

  /** `[{table, row, column}]` in the tables made. */
  of(row, column) {
    return this.#places.get(row * 16_384 + column) ?? [];
  }

  /** The same without the rows that only inherit the cell as a label. */
  ownOf(row, column) {
    return this.of(row, column).filter(({ isOwn }) => isOwn);
  }
}

/** Tables that no expected one became, tables that became one, and cells among the notes that are none. */
function judgeOthers(judges, tables, cells, made, problems) {
  const owners = new Map();
  for (const { table, made: own } of judges) {
    for (const one of own) owners.set(one, [...(owners.get(one) ?? []), table]);
  }
  for (const [one, held] of owners) {
    if (held.length > 1) problems.add('glued', one.name, `${held.length} tables in one`);
  }
  for (const one of made) {
    const isLevel = one.role === 'level' && judges.some((judge) => judge.hasLevel(one));
    if (['table', 'level'].includes(one.role) && !owners.has(one) && !isLevel) {
      const isOfNotes = one.sources.flat().every((cell) => !cell || !ownerOf(tables, cell));
      problems.add(isOfNotes ? 'notes as table' : 'extra table', one.name, `${one.rows.length} rows`);
    }
    if (one.role !== 'notes') continue;
    for (const cell of one.sources.flat()) {
      const table = cell && ownerOf(tables, cell);
      if (table?.headerRows?.has(cell.row) && !table.isNote(cell.row, cell.column))
        problems.add('header among notes', table.names[0], cells.text(cell.row, cell.column));
    }
  }
}

const ownerOf = (tables, { row, column }) =>
  tables.find(
    ({ range }) => range.top <= row && row <= range.bottom && range.left <= column && column <= range.right,
  );

/** Values written down by hand, by cell. */
function judgeChecks(checks, index, problems) {
  for (const [address, expected] of Object.entries(checks)) {
    const { top, left } = rangeOf(address);
    const hits = index.of(top, left).filter(({ table }) => table.role !== 'notes');
    const values = hits.map(({ table, row, column }) => table.rows[row][column]);
    const isRight = (value) =>
      isSame(expected, value) || (typeof expected === 'number' && numberIn(value) === expected);
    if (values.length === 0 && expected === null) continue;
    if (values.length === 0) problems.add('lost', address, `${expected}`);
    else if (!values.some(isRight)) problems.add('value', address, `${values[0]} for ${expected}`);
  }
}
