import type { RegionSpec, SpecType } from '../parse-spec.js';
import { columnOfPlace, placeOf, rowOfPlace, type SheetCells } from '../sheet-cells.js';
import { keyText } from './label-text.js';
import type { ArrangedColumn, ArrangedTable } from './materialized-table.js';
import type { BodyRow, RegionRows } from './region-rows.js';

/** A label of a report and its position in the tree. */
interface Account {
  /** Positions of its parent labels, outermost first, then its own; keys that are blank are left out. */
  path: readonly number[];
  level: number;
  computed: boolean;
}

/** The tree of labels, in the order of the sheet. */
export function accountsTable(cells: SheetCells, { range }: RegionSpec, rows: RegionRows): ArrangedTable {
  const accounts = accountsOf(cells, rows);
  const nothing = () => new Float64Array(accounts.length).fill(Number.NaN);
  const nameAt = (account: Account | undefined, fromEnd: number) =>
    keyText(cells, rows.keys, account?.path.at(-fromEnd) ?? Number.NaN);
  const column = (
    name: string,
    type: SpecType,
    text: (account: Account) => string | null,
    places = nothing(),
  ): ArrangedColumn => ({
    name,
    originalName: null,
    type,
    places,
    text: (row) => {
      const account = accounts[row];
      return account ? text(account) : null;
    },
  });
  const own = Float64Array.from(accounts, ({ path }) => path.at(-1) ?? Number.NaN);
  const above = Float64Array.from(accounts, ({ path }) => path.at(-2) ?? Number.NaN);
  return {
    suffix: '_科目',
    role: 'accounts',
    rowCount: accounts.length,
    names: [...rows.keys.allDownwards, ...rows.groups.flatMap((group) => repeatsOf(cells, range, group))],
    columns: [
      column('account', 'VARCHAR', (account) => nameAt(account, 1), own),
      column('level', 'BIGINT', ({ level }) => String(level)),
      column('parent', 'VARCHAR', (account) => (account.path.length > 1 ? nameAt(account, 2) : null), above),
      column('path', 'VARCHAR', ({ path }) =>
        path.map((place) => keyText(cells, rows.keys, place)).join(' / '),
      ),
      column('is_computed', 'BOOLEAN', ({ computed }) => String(computed)),
      column('sheet_row', 'BIGINT', ({ path }) => String(rowOfPlace(path.at(-1) ?? 0) + 1)),
    ],
  };
}

/** The labels of a row may be repeated at its end. */
function repeatsOf(cells: SheetCells, range: RegionSpec['range'], { row, path }: BodyRow): number[] {
  const textAt = (place: number) => cells.text(rowOfPlace(place), columnOfPlace(place)).trim();
  const labels = new Set(path.filter((place) => !Number.isNaN(place)).map(textAt));
  return cells
    .filledInRow(row, range)
    .map((column) => placeOf(row, column))
    .filter((place) => labels.has(textAt(place)));
}

/** A key that several rows have is one account, at its first row, or at that of its own total. */
function accountsOf(cells: SheetCells, { body, groups, byKeys, keys }: RegionRows): Account[] {
  const accounts = new Map<string, Account>();
  const keyOf = (path: readonly number[]) =>
    byKeys ? path.map((place) => keyText(cells, keys, place)).join('\n') : String(path.at(-1));
  const isFilled = (place: number) => (keyText(cells, keys, place) ?? '') !== '';
  for (const { path, derived } of [...groups, ...body]) {
    for (const [at, place] of path.entries()) {
      if (Number.isNaN(place) || !isFilled(place)) continue;
      const within = path.slice(0, at + 1);
      const key = keyOf(within);
      const computed = derived && at === path.length - 1;
      if (computed || !accounts.has(key))
        accounts.set(key, { path: within.filter(isFilled), level: at + 1, computed });
    }
  }
  return [...accounts.values()].sort((a, b) => (a.path.at(-1) ?? 0) - (b.path.at(-1) ?? 0));
}
