import type { RegionSpec, SheetSpec } from '../parse-spec.js';
import { mayBe, weightOfAll } from './align-columns.js';
import type { FoundTable } from './find-table.js';
import { columnKey, nameKey } from './label-key.js';
import { meets } from './remember-sheet.js';
import type { RememberedSheet } from './remembered.js';

/** How much of what is remembered a sheet has, from 0 to 1; null where it is another kind of sheet. */
export interface Judged {
  match: 'exact' | 'similar';
  share: number;
}

/**
 * What labels have to say at least, in words: few labels, such as a name and an amount, are in sheets of many kinds, unless the
 * sheet or the file is called the same. Chosen by `bench/structure/layouts.mjs`, which counts wrong matches.
 */
const least = {
  exact: { named: 0.5, unnamed: 3 },
  similar: { named: { words: 1.5, share: 0.6 }, unnamed: { words: 5, share: 0.8 } },
};

/** Columns of the same name with values of other kinds are of another sheet. */
const maxOtherKinds = 0.34;

/** Whether a sheet is of the kind that is remembered, by its labels, their order and the kinds of their columns. */
export function judgeMatch(
  remembered: RememberedSheet,
  found: readonly (FoundTable | undefined)[],
  spec: SheetSpec,
  filename: string,
): Judged | null {
  const tables = found.flatMap((table) => table ?? []);
  if (tables.length === 0) return null;
  const lost = remembered.tables.filter((_, at) => !found[at]);
  const more = tablesBesides(spec, tables, remembered);
  const weights = tables.map(({ aligned }) => aligned.weights);
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  const both = sum(weights.map((one) => one.both));
  const had = sum([
    ...weights.map((one) => one.remembered),
    ...lost.map(({ columns }) => weightOfAll(columns.map(({ key }) => key))),
  ]);
  const has = sum([
    ...weights.map((one) => one.sheet),
    ...more.map(({ columns }) => Math.max(1, weightOfAll(columns.map(({ name }) => columnKey(name))))),
  ]);
  const sheet = nameKey(spec.name);
  const isFile = remembered.file !== '' && remembered.file === nameKey(filename.replace(/\.[^.]*$/, ''));
  const isNamed = isFile || (remembered.sheet !== '' && remembered.sheet === sheet);
  if (has === 0 || had === 0) {
    // Where no label says anything, two columns are known only in a file and a sheet that are called the same.
    const columns = isFile && remembered.sheet === sheet ? 2 : 3;
    const isSame = isNamed && lost.length + more.length === 0 && sameKinds(tables, columns);
    return isSame ? { match: 'exact', share: 1 } : null;
  }
  if (otherKinds(tables) > maxOtherKinds) return null;
  const share = both / Math.max(had, has);
  const isOrdered = tables.every(
    ({ aligned }) =>
      aligned.moved.length + aligned.renamed.length + aligned.added.length === 0 && !aligned.at.includes(-1),
  );
  const isWhole = lost.length === 0 && more.length === 0 && share === 1;
  if (isWhole && both >= (isNamed ? least.exact.named : least.exact.unnamed))
    return { match: isOrdered ? 'exact' : 'similar', share };
  const { words, share: enough } = isNamed ? least.similar.named : least.similar.unnamed;
  // Under another name a file may have more columns, but not others: tables of one publisher share most of their labels.
  const hasAll =
    lost.length === 0 &&
    tables.every(({ aligned }) => !aligned.at.includes(-1) && aligned.renamed.length === 0);
  if (!isNamed && !hasAll) return null;
  return both >= words && share >= enough ? { match: 'similar', share } : null;
}

/** Tables that structuring found in the sheet and that are not remembered, nor set aside. */
function tablesBesides(
  { regions }: SheetSpec,
  tables: readonly FoundTable[],
  { setAside }: RememberedSheet,
): RegionSpec[] {
  const isAside = (region: RegionSpec) =>
    setAside.some(({ keys }) => keys.length > 0 && keys.length === region.columns.length) ||
    setAside.some(({ keys, place }) => keys.length === 0 && place === 'below' && region.columns.length === 1);
  return regions.filter(
    (region) =>
      region.kind === 'data' &&
      !tables.some((table) => meets(table.region.range, region.range)) &&
      !isAside(region),
  );
}

function otherKinds(tables: readonly FoundTable[]): number {
  let [all, other] = [0, 0];
  for (const { remembered, aligned, columns } of tables)
    aligned.at.forEach((place, at) => {
      const [one, column] = [remembered.columns[at], columns[place]];
      if (!one || !column || one.typed) return;
      all++;
      if (!mayBe(one, column)) other++;
    });
  return all === 0 ? 0 : other / all;
}

/** Without any header the kinds of all columns have to be the same. */
const sameKinds = (tables: readonly FoundTable[], least: number) =>
  tables.every(
    ({ remembered, columns }) =>
      remembered.columns.length >= least &&
      remembered.columns.length === columns.length &&
      remembered.columns.every((one, at) => mayBe(one, columns[at] ?? { type: '' })),
  );
