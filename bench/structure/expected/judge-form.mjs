import { expectedValue, isSame, plainName } from './cells.mjs';

/** A form has to become one row with a column for each field. */
export class FormJudge {
  made = new Set();

  constructor(table, cells, index, problems) {
    this.table = table;
    this.cells = cells;
    this.index = index;
    this.problems = problems;
  }

  hasLevel() {
    return false;
  }

  run() {
    const { names, fields } = this.table;
    const name = names[0];
    const rows = new Set();
    for (const { address, row, column, type, accepted } of fields) {
      const hits = this.index.of(row, column);
      const hit = hits.find(({ table }) => table.role !== 'notes');
      if (!hit) {
        this.problems.add(hits.length > 0 ? 'data among notes' : 'lost', name, address);
        continue;
      }
      this.made.add(hit.table);
      rows.add(`${hit.table.name} ${hit.row}`);
      const { name: heading } = hit.table.columns[hit.column];
      if (!accepted.includes(plainName(heading)))
        this.problems.add('form', name, `${address} is “${heading}”`);
      const value = hit.table.rows[hit.row][hit.column];
      if (!isSame(expectedValue(this.cells, row, column, type), value))
        this.problems.add('value', name, `${address}: ${value}`);
    }
    if (rows.size > 1) this.problems.add('form', name, `${rows.size} rows`);
  }
}
