import { analyzeSheet } from '#structure/analyze/analyze-sheet.js';
import { checkSpec } from '#structure/check-spec.js';
import { keysOfSheet, readByLayout } from '#structure/layouts/read-by-layout.js';
import { rememberSheet } from '#structure/layouts/remember-sheet.js';
import { materializeSheet } from '#structure/materialize/materialize-sheet.js';
import { printTable } from '../../support/measure.mjs';
import { valueAt } from '../table-values.mjs';
import { correct } from './correct.mjs';
import { moveSheet, moveSpec } from './move-sheet.mjs';
import { nextMonths } from './next-month.mjs';
import { comparePairs } from './pairs.mjs';
import { writtenAndPublic } from './sheets.mjs';

/** Draws the same numbers each time. */
function randomOf(seed) {
  let state =
    [...seed].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const nextName = (file) => file.replace(/(\.[^.]*)$/, ' 2026-02$1');

/**
 * `only` limits it to the changes, or to the pairs of all sheets.
 * @param {{ business: number, files: number, show?: string | undefined, only?: 'changes' | 'pairs' | undefined }} options
 */
export async function runLayouts({ business, files, show, only }) {
  const known = [];
  const tally = new Map();
  for await (const { set, file, sheet, dialect } of writtenAndPublic({ business, files })) {
    const random = randomOf(file);
    let kept;
    let totals;
    let proposed;
    try {
      proposed = analyzeSheet(sheet, dialect, { baseName: 'base' });
      kept = correct(proposed, random);
      if (checkSpec(sheet, kept).length > 0) continue;
      totals = materializeSheet(sheet, dialect, kept, 'base').reconciliation.filter(({ agrees }) => agrees);
    } catch {
      continue;
    }
    const remembered = rememberSheet({ sheet, dialect, filename: file, proposed, kept });
    if (!remembered) continue;
    const stored = JSON.parse(JSON.stringify(remembered));
    const candidate = {
      file,
      sheet,
      dialect,
      spec: proposed,
      stored,
      keys: keysOfSheet(stored),
      remembered: () => stored,
    };
    known.push(candidate);
    for (const [name, vary] of Object.entries(only === 'pairs' ? {} : nextMonths)) {
      const moved = vary({ sheet, spec: kept, totals, random });
      if (!moved) continue;
      const result = outcome(candidate, kept, moved, totals, name);
      if (result === undefined) continue;
      const group = set === 'written' ? 'written' : 'public';
      const key = `${name} | ${group}`;
      const counts = tally.get(key) ?? { sheets: 0, recognised: 0, right: 0, told: 0 };
      tally.set(key, counts);
      counts.sheets++;
      counts.recognised += Number(result.recognised);
      counts.right += Number(result.right);
      counts.told += Number(!result.right && result.told);
      if (!result.right && show && (show === 'all' || name.includes(show))) {
        const layouts = [
          ...new Set(kept.regions.flatMap(({ kind, layout }) => (kind === 'data' ? layout : []))),
        ];
        console.log(
          `${name}: ${group} ${file} (${layouts.join(' ')}), ${result.told ? 'told' : 'silently'}: ${result.why}`,
        );
      }
    }
  }
  const rows = [...tally].map(([key, counts]) => [...key.split(' | '), ...figures(counts)]);
  rows.sort(([a, b], [c, d]) => b.localeCompare(d) || a.localeCompare(c));
  const sums = [...tally.values()].reduce(
    (sum, one) => ({
      sheets: sum.sheets + one.sheets,
      recognised: sum.recognised + one.recognised,
      right: sum.right + one.right,
      told: sum.told + one.told,
    }),
    { sheets: 0, recognised: 0, right: 0, told: 0 },
  );
  rows.push(['all', '', ...figures(sums)]);
  if (only !== 'pairs')
    printTable(
      'Sheets of the next month',
      [
        'change',
        'of',
        'sheets',
        'recognised',
        'read exactly as corrected',
        'otherwise, and told',
        'otherwise, silently',
      ],
      rows,
    );
  if (only !== 'changes') comparePairs(known);
}

const figures = ({ sheets, recognised, right, told }) => [
  sheets,
  share(recognised, sheets),
  share(right, sheets),
  told,
  sheets - right - told,
];

const share = (part, all) => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;

/** What the answer says in any case, since the file differs so. */
const changedOnPurpose = {
  'a column more': 'column_added',
  'a column more within': 'column_added',
  'a column less': 'column_missing',
  'a column renamed': 'column_renamed',
  'a column moved': 'column_moved',
};

function outcome(candidate, kept, moved, totals, name) {
  const { sheet, dialect, file } = candidate;
  let next;
  let expected;
  try {
    next = moveSheet(sheet, moved, totals);
    const spec = moveSpec(kept, moved);
    if (checkSpec(next, spec).length > 0) return undefined;
    expected = tablesOf(materializeSheet(next, dialect, spec, 'base', () => {}).tables);
  } catch {
    return undefined;
  }
  const spec = analyzeSheet(next, dialect, { baseName: 'base' });
  const read = readByLayout({ sheet: next, dialect, filename: nextName(file), spec, baseName: 'base' }, [
    candidate,
  ]);
  // A sheet that is not read like another one says so.
  if (!read) return { recognised: false, right: false, told: true, why: 'not recognised' };
  if ('afresh' in read) return { recognised: false, right: false, told: true, why: `afresh: ${read.afresh}` };
  const made = tablesOf(materializeSheet(next, dialect, read.spec, 'base').tables);
  const why = differs(expected, made);
  const told = read.differences.filter(({ kind }) => kind !== changedOnPurpose[name]);
  return { recognised: true, right: why === undefined, told: told.length > 0, why };
}

const tablesOf = (tables) =>
  tables
    .filter(({ role }) => role !== 'notes')
    .map(({ name, columns, rowCount }) => ({
      name,
      columns: columns.map((column) => ({
        name: column.name,
        type: column.type,
        values: Array.from({ length: rowCount }, (_, row) => `${valueAt(column, row)}`),
      })),
    }));

function differs(expected, made) {
  for (const table of expected) {
    // A table that nobody named has the name of its title, which may be another one by now.
    const isNamed = table.name.startsWith('Corrected');
    const place = expected.length === made.length && !isNamed ? made[expected.indexOf(table)] : undefined;
    const other = made.find(({ name }) => name === table.name) ?? place;
    if (!other) return `no table "${table.name}", but ${made.map(({ name }) => name).join(', ')}`;
    for (const column of table.columns) {
      const same = other.columns.find(({ name }) => name === column.name);
      if (!same)
        return `${table.name}: no column "${column.name}", but ${other.columns.map(({ name }) => name).join(', ')}`;
      if (same.values.length !== column.values.length)
        return `${table.name}: ${same.values.length} rows, not ${column.values.length}`;
      const at = column.values.findIndex(
        (value, row) => value !== same.values[row] && Number(value) !== Number(same.values[row]),
      );
      if (at >= 0)
        return `${table.name}.${column.name}: row ${at} is ${same.values[at]}, not ${column.values[at]}`;
    }
  }
  return undefined;
}
