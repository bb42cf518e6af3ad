/**
 * What can be wrong with a table. `wrong data`: a value is lost or stands for something else. `wrong`: the
 * table is not the one a person would make. `cosmetic`: all values are where they belong.
 */
const kinds = {
  lost: { weight: 'wrong data', group: 'reports: totals and groups' },
  'wrong column': { weight: 'wrong data', group: 'header depth' },
  'wrong row': { weight: 'wrong data', group: 'reports: totals and groups' },
  'filled wrongly': { weight: 'wrong data', group: 'reports: totals and groups' },
  value: { weight: 'wrong data', group: 'types and values' },
  'wrong period': { weight: 'wrong data', group: 'periods' },
  glued: { weight: 'wrong', group: 'tables glued or split' },
  split: { weight: 'wrong', group: 'tables glued or split' },
  'extra table': { weight: 'wrong', group: 'tables glued or split' },
  'missing table': { weight: 'wrong', group: 'tables glued or split' },
  'other table’s rows': { weight: 'wrong', group: 'tables glued or split' },
  'header as data': { weight: 'wrong', group: 'tables glued or split' },
  'note as data': { weight: 'wrong', group: 'text near the table' },
  'data among notes': { weight: 'wrong data', group: 'text near the table' },
  'column name': { weight: 'wrong', group: 'header depth' },
  'extra column': { weight: 'wrong', group: 'header depth' },
  'total among data': { weight: 'wrong', group: 'reports: totals and groups' },
  'data among totals': { weight: 'wrong', group: 'reports: totals and groups' },
  'total lost': { weight: 'wrong data', group: 'reports: totals and groups' },
  'not filled': { weight: 'wrong', group: 'reports: totals and groups' },
  'wrong group': { weight: 'wrong data', group: 'reports: totals and groups' },
  'no group': { weight: 'cosmetic', group: 'reports: totals and groups' },
  'not long': { weight: 'wrong', group: 'periods' },
  reshaped: { weight: 'wrong', group: 'periods' },
  form: { weight: 'wrong', group: 'forms' },
  type: { weight: 'wrong', group: 'types and values' },
  error: { weight: 'wrong data', group: 'errors' },
  'binary noise': { weight: 'cosmetic', group: 'types and values' },
  'table name': { weight: 'cosmetic', group: 'names' },
  'longer column name': { weight: 'cosmetic', group: 'text near the table' },
  'header among notes': { weight: 'cosmetic', group: 'text near the table' },
  'notes as table': { weight: 'cosmetic', group: 'text near the table' },
};

const penalties = { 'wrong data': 10_000, wrong: 100, cosmetic: 1 };

/** Problems by kind and table, with the first of each told. */
export class Problems {
  #found = new Map();

  add(kind, table, detail) {
    const key = `${kind} ${table}`;
    const known = this.#found.get(key);
    if (known) known.count++;
    else this.#found.set(key, { kind, table, detail, count: 1, ...kinds[kind] });
  }

  result() {
    const problems = [...this.#found.values()];
    const has = (weight) => problems.some((problem) => problem.weight === weight);
    return {
      problems,
      wrongData: has('wrong data'),
      verdict: has('wrong data') || has('wrong') ? 'wrong' : has('cosmetic') ? 'usable' : 'right',
      weight: problems.reduce((sum, { weight, count }) => sum + penalties[weight] * (1 + Math.log(count)), 0),
    };
  }
}
