import { columnLetters } from '#sheets/core/column-letters.js';
import { expectedValue, homeOf, isSame, isWithin, plain, plainName } from './cells.mjs';

/** As many as a spreadsheet shows, and as many as somebody may have written. */
const SHOWN_DIGITS = 15;
const WRITTEN_DIGITS = 12;

const TYPES = {
  t: ['VARCHAR'],
  n: ['BIGINT', 'DOUBLE'],
  d: ['DATE', 'TIMESTAMP', 'TIMESTAMPTZ'],
  b: ['BOOLEAN'],
};

/** Compares one expected table with what became of its cells. */
export class TableJudge {
  /** The tables that received its rows. */
  made = new Set();
  /** By table made and column expected, the column that received it. */
  #columns = new Map();
  /** By table made, its rows by the rows of the sheet that they come from. */
  #rows = new Map();

  constructor(table, tables, cells, index, problems) {
    this.table = table;
    this.tables = tables;
    this.cells = cells;
    this.index = index;
    this.name = table.names[0];
    this.problems = problems;
    this.#groupLabels = new Set([...table.groups.values()].flat(2));
  }

  run() {
    const { dataRows, either, computed } = this.table;
    this.#locate();
    if (this.made.size === 0) {
      this.#add('missing table', 'none of its rows is in a table');
      return;
    }
    this.#judgeTables();
    for (const row of dataRows) this.#judgeRow(row, ['table', 'level']);
    for (const row of either) this.#judgeRow(row, ['table', 'level', 'computed']);
    for (const row of computed) this.#judgeComputed(row);
  }

  /** Whether a table holds nothing but computed rows and headings of this one: a level above its data. */
  hasLevel(made) {
    return made.sources.every((sources) => {
      const row = homeOf(sources);
      const home = sources.findLast((cell) => cell?.row === row);
      return home && isWithin(this.table.range, home.row, home.column) && this.#isHead(home);
    });
  }

  #add(kind, detail) {
    this.problems.add(kind, this.name, detail);
  }

  #text(row, column) {
    return `${columnLetters(column)}${row + 1} “${this.cells.text(row, column).slice(0, 20)}”`;
  }

  /** The tables and columns that most of the cells went to. */
  #locate() {
    const votes = new Map();
    const rows = [...this.table.dataRows, ...this.table.either];
    for (const row of rows) {
      for (const { at } of this.table.columns) {
        if (this.table.isNote(row, at)) continue;
        for (const { table, row: madeRow, column } of this.index.ownOf(row, at)) {
          if (table.role === 'notes') continue;
          const isData = this.table.dataRows.has(row);
          if (isData && table.role !== 'computed') this.made.add(table);
          const forTable = getOrAdd(votes, table, () => new Map());
          const forColumn = getOrAdd(forTable, at, () => new Map());
          forColumn.set(column, (forColumn.get(column) ?? 0) + 1);
          getOrAdd(
            getOrAdd(this.#rows, table, () => new Map()),
            row,
            () => new Set(),
          ).add(madeRow);
        }
      }
    }
    for (const [table, columns] of votes) {
      const chosen = new Map();
      for (const [at, counts] of columns)
        chosen.set(at, [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]);
      this.#columns.set(table, chosen);
    }
  }

  #judgeTables() {
    const { names, levels } = this.table;
    if (this.made.size > 1 && !levels) this.#add('split', [...this.made].map(({ name }) => name).join(' | '));
    for (const made of this.made) {
      const name = made.name.replace(/(_階層\d+)?(_計算項目)?$/, '');
      const isNamed = names.some((one) => one === '*' || plainName(one) === plainName(name));
      if (!isNamed) this.#add('table name', made.name);
      this.#judgeColumns(made);
      this.#judgeExtraRows(made);
    }
  }

  #judgeColumns(made) {
    const { columns, long } = this.table;
    const chosen = this.#columns.get(made);
    const taken = new Map();
    for (const column of columns) {
      const place = chosen.get(column.at);
      if (place === undefined) continue;
      const { name, type } = made.columns[place];
      if (!column.isLong || !long) this.#judgeName(column, name);
      else if (!this.#isMeasureName(column, name))
        this.#add('column name', `“${name}” for ${this.#named(column)}`);
      const isTold = [...this.table.dataRows].some(
        (row) => (expectedValue(this.cells, row, column.at, column.type) ?? null) !== null,
      );
      const allowed = [...column.type].flatMap((one) => TYPES[one] ?? [type]);
      if (isTold && !allowed.includes(type)) this.#add('type', `${name} ${type}`);
      const other = taken.get(place);
      const areLong = column.isLong && other?.isLong;
      if (other && !areLong)
        this.#add('wrong column', `${this.#named(column)} and ${this.#named(other)} in “${name}”`);
      taken.set(place, column);
    }
    this.#judgeExtraColumns(made, taken);
  }

  #named({ parts, names, at }) {
    return `“${names[0] ?? (parts.join(' ') || columnLetters(at))}”`;
  }

  #isMeasureName({ at }, name) {
    const measure = this.table.long.measures.get(at);
    return measure === '' || plainName(name).includes(measure);
  }

  #judgeName(column, name) {
    if (column.anyName) return;
    const actual = [name, name.replace(/_\d+$/, '')].map(plainName);
    if (actual.some((one) => column.accepted.includes(one))) return;
    const isLonger = column.accepted.some((one) => one !== '' && actual[0].includes(one));
    const isOthers = this.table.columns.some(
      (other) => other.at !== column.at && actual.includes(other.accepted[0]),
    );
    if (isLonger) this.#add('longer column name', `“${name}” for ${this.#named(column)}`);
    else this.#add(isOthers ? 'wrong column' : 'column name', `“${name}” for ${this.#named(column)}`);
  }

  /** Besides those expected only levels, groups and the period, or nothing at all. */
  #judgeExtraColumns(made, taken) {
    made.columns.forEach(({ name }, place) => {
      if (taken.has(place) || /^(階層\d+|period)$/.test(name)) return;
      const filled = made.rows.map((row) => row[place]).filter((value) => value !== null);
      if (filled.length === 0 || filled.every((value) => this.#groupLabels.has(plain(value)))) return;
      if (this.table.long && this.#isPeriodColumn(made, place)) return;
      const isOwn = made.sources.some((sources) => sources[place] && this.#isHead(sources[place]));
      if (!isOwn) this.#add('extra column', `“${name}”: ${filled[0]}`);
    });
  }

  #isHead({ row }) {
    return this.table.heads.has(row) || this.table.computed.has(row) || this.table.either.has(row);
  }

  #isPeriodColumn(made, place) {
    const labels = [...this.table.long.labels.values()].map(plain);
    return made.rows.every(
      (row) => row[place] === null || labels.some((label) => plain(row[place]).includes(label)),
    );
  }

  /** Rows of a table made that come from none of the expected rows. */
  #judgeExtraRows(made) {
    const known = new Set([...(this.#rows.get(made)?.values() ?? [])].flatMap((rows) => [...rows]));
    made.rows.forEach((_, at) => {
      if (known.has(at)) return;
      const cells = made.sources[at].filter(Boolean);
      const own = cells.filter(({ row, column }) => isWithin(this.table.range, row, column));
      const rows = [...new Set(own.map(({ row }) => row))];
      const told = cells.length > 0 ? this.#text(cells[0].row, cells[0].column) : `row ${at}`;
      if (own.length === 0) {
        const isOthers = cells.some(({ row, column }) =>
          this.tables.some(({ range }) => isWithin(range, row, column)),
        );
        this.#add(isOthers ? 'other table’s rows' : 'note as data', told);
      } else if (rows.every((row) => this.table.maybe.has(row))) return;
      else if (rows.some((row) => this.table.computed.has(row))) this.#add('total among data', told);
      else if (rows.every((row) => this.table.headerRows.has(row))) this.#add('header as data', told);
      else this.#add('note as data', told);
    });
  }

  #judgeRow(row, roles) {
    const { columns, long } = this.table;
    for (const column of columns) {
      if (this.cells.isBlank(row, column.at) || this.table.isNote(row, column.at)) continue;
      const all = this.index.ownOf(row, column.at);
      const hits = all.filter(({ table }) => roles.includes(table.role));
      if (hits.length === 0) this.#judgeMissing(row, column, all);
      for (const hit of hits) this.#judgeCell(row, column, hit);
    }
    for (const [made, rows] of this.#rows) {
      const madeRows = [...(rows.get(row) ?? [])];
      if (!roles.includes(made.role) || madeRows.length === 0) continue;
      const periods = new Set(
        [...(long?.columns ?? [])]
          .filter((at) => !this.cells.isBlank(row, at))
          .map((at) => long.labels.get(at)),
      );
      const isWide =
        madeRows.length < Math.min(2, periods.size) || !made.columns.some(({ name }) => name === 'period');
      if (!long && madeRows.length > 1) this.#add('reshaped', `row ${row + 1} is ${madeRows.length} rows`);
      if (periods.size > 0 && isWide) this.#add('not long', `row ${row + 1}`);
      for (const madeRow of madeRows) this.#judgeKeys(row, made, madeRow);
    }
  }

  #judgeMissing(row, column, all) {
    if (column.optional) return;
    const told = this.#text(row, column.at);
    if (all.some(({ table }) => table.role === 'computed')) this.#add('data among totals', told);
    else if (all.length > 0) this.#add('data among notes', told);
    else if (expectedValue(this.cells, row, column.at, column.type) !== null) this.#add('lost', told);
  }

  #judgeCell(row, column, { table, row: madeRow, column: place }) {
    const chosen = this.#columns.get(table)?.get(column.at);
    const value = table.rows[madeRow][place];
    const expected = this.#expected(row, column);
    if (chosen !== place && column.fill === 'no')
      this.#add('wrong column', `${this.#text(row, column.at)} in “${table.columns[place].name}”`);
    if (
      !isSame(expected, value) &&
      !(column.type.includes('t') && isSame(this.cells.text(row, column.at), value))
    )
      this.#add(value === null ? 'lost' : 'value', `${this.#text(row, column.at)}: ${value}`);
    if (hasNoise(value)) this.#add('binary noise', `${value}`);
    if (column.isLong) this.#judgePeriod(column, table, madeRow);
  }

  /** What a cell has to become; a label in several lines is told as a whole. */
  #expected(row, { at, type }) {
    const label = this.table.labels.get(`${columnLetters(at)}${row + 1}`);
    return label ?? expectedValue(this.cells, row, at, type);
  }

  /** All values of a column belong to its period, and to no other. */
  #judgePeriod({ at }, table, madeRow) {
    const place = table.columns.findIndex(({ name }) => name === 'period');
    if (place < 0) return;
    const label = plain(this.table.long.labels.get(at));
    const period = plain(table.rows[madeRow][place]);
    const known = getOrAdd(this.#periods, table, () => new Map());
    if (!known.has(label)) known.set(label, period);
    const isOthers = [...known].some(([other, one]) => other !== label && one === period);
    if (known.get(label) !== period || isOthers) this.#add('wrong period', `“${period}” for “${label}”`);
  }

  #periods = new Map();
  #groupLabels = new Set();

  /** Beside its values a row has its own labels and those it inherits, and no other. */
  #judgeKeys(row, made, madeRow) {
    const chosen = this.#columns.get(made);
    const values = made.rows[madeRow];
    for (const column of this.table.columns) {
      const place = chosen.get(column.at);
      if (column.isLong || place === undefined) continue;
      const isBlank = this.cells.isBlank(row, column.at) || this.table.isNote(row, column.at);
      const told = `${columnLetters(column.at)}${row + 1}: “${values[place]}”`;
      if (!isBlank) {
        const expected = this.#expected(row, column);
        const own = this.cells.text(row, column.at);
        if (!isSame(expected, values[place]) && !isSame(own, values[place]))
          this.#add(values[place] === null ? 'lost' : 'wrong row', told);
        continue;
      }
      const inherited = this.#inherited(row, column);
      if (values[place] === null) {
        if (column.fill === 'must' && inherited !== null) this.#add('not filled', told);
      } else if (this.#isGroupOf(row, values[place])) {
        // A label in the middle of its rows holds for those above it too.
      } else if (column.fill === 'no' && !this.#isMerged(row, column.at)) this.#add('filled wrongly', told);
      else if (!isSame(inherited, values[place])) this.#add('filled wrongly', `${told} for ${inherited}`);
    }
    this.#judgeGroups(row, made, madeRow);
  }

  /** A row carries the headings over it, not another row of data and not the heading of others. */
  #judgeGroups(row, made, madeRow) {
    const values = made.rows[madeRow];
    const own = this.table.groups.get(row) ?? [];
    made.columns.forEach(({ name }, place) => {
      if (!/^階層\d+$/.test(name) || values[place] === null) return;
      const source = made.sources[madeRow][place];
      const label = plain(values[place]);
      const isData = source && source.row !== row && this.table.dataRows.has(source.row);
      const isOthers =
        !this.table.computed.has(row) &&
        this.#groupLabels.has(label) &&
        !own.some((labels) => labels.includes(label));
      if (isData || isOthers) this.#add('wrong group', `“${values[place]}” for row ${row + 1}`);
    });
    for (const labels of own) {
      if (!values.some((value) => labels.includes(plain(value))))
        this.#add('no group', `${labels[0]} for row ${row + 1}`);
    }
  }

  #isGroupOf(row, label) {
    return (this.table.groups.get(row) ?? []).some((labels) => labels.includes(plain(label)));
  }

  #isMerged(row, column) {
    return this.cells.sheet.merges.some((merge) => isWithin(merge, row, column));
  }

  /** The last value above in the column, within the data. */
  #inherited(row, { at, type }) {
    for (let above = row; above >= this.table.range.top; above--) {
      if (this.table.headerRows.has(above)) return null;
      if (!this.cells.isBlank(above, at) && !this.table.isNote(above, at))
        return expectedValue(this.cells, above, at, type);
    }
    return null;
  }

  /** A computed row has to be somewhere, and not in a table of the rows that it sums up. */
  #judgeComputed(row) {
    for (const { at, type } of this.table.columns) {
      if (this.cells.isBlank(row, at) || this.table.isNote(row, at)) continue;
      const hits = this.index.ownOf(row, at).filter(({ table }) => table.role !== 'notes');
      if (hits.length === 0 && typeof expectedValue(this.cells, row, at, type) === 'number')
        this.#add('total lost', this.#text(row, at));
      for (const { table, row: madeRow } of hits.slice(0, 1)) this.#judgeGroups(row, table, madeRow);
    }
  }
}

/** Whether a number as somebody wrote it has got the digits of its binary form: 67749.07400000001. */
function hasNoise(value) {
  if (typeof value !== 'number' || Number.isInteger(value)) return false;
  const shown = Number(value.toPrecision(SHOWN_DIGITS));
  return shown !== value && Number(value.toPrecision(WRITTEN_DIGITS)) === shown;
}

function getOrAdd(map, key, make) {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
