import { columnKey, labelKey, periodKey, weightOf, writtenKey } from './label-key.js';
import type { RememberedColumn } from './remembered.js';

/** A column of the sheet that is read: where it is, and what stands above it. */
export interface SheetColumn {
  source: number;
  label: string;
  type: string;
}

export interface Aligned {
  /** For each remembered column its place among those of the sheet, or -1. */
  at: number[];
  /** Places among those of the sheet that no remembered column has. */
  added: number[];
  renamed: number[];
  moved: number[];
  /** How much the labels say that both have, and that each has. */
  weights: { both: number; remembered: number; sheet: number };
}

/** Finds remembered columns in a sheet: by their labels, then by their place where a label was hardly changed. */
export function alignColumns(
  remembered: readonly RememberedColumn[],
  columns: readonly SheetColumn[],
): Aligned {
  const keys = columns.map(({ label }) => columnKey(label));
  const at = remembered.map(() => -1);
  const taken = new Set<number>();
  const take = (one: number, place: number) => {
    at[one] = place;
    taken.add(place);
  };
  const match = (isSame: (column: RememberedColumn, place: number) => boolean) => {
    remembered.forEach((column, one) => {
      if (at[one] !== -1 || column.key === '') return;
      const place = columns.findIndex((_, other) => !taken.has(other) && isSame(column, other));
      if (place >= 0) take(one, place);
    });
  };
  match(({ label }, place) => writtenKey(label) === writtenKey(columns[place]?.label ?? ''));
  match(({ key }, place) => key === keys[place]);
  const named = new Set(at.flatMap((place, one) => (place >= 0 ? [one] : [])));
  const renamed = pairBetween(at, columns.length, taken, (one, place) => {
    const column = remembered[one];
    const other = columns[place];
    if (!column || !other) return false;
    if (column.key === '' || keys[place] === '') return column.key === keys[place];
    return (
      column.key !== periodKey &&
      keys[place] !== periodKey &&
      isLike(column.label, other.label) &&
      mayBe(column, other)
    );
  });
  for (const [one, place] of renamed) take(one, place);
  const places = at.filter((place) => place >= 0);
  const steady = longestRise(places);
  const weigh = (list: readonly string[]) => weightOfAll(list);
  return {
    at,
    added: columns.flatMap((_, place) => (taken.has(place) ? [] : [place])),
    renamed: renamed.flatMap(([one]) => (remembered[one]?.key === '' ? [] : [one])),
    moved: at.flatMap((place, one) =>
      place >= 0 && !steady.has(place) && remembered[one]?.key !== periodKey ? [one] : [],
    ),
    weights: {
      both: weigh([...named].map((one) => remembered[one]?.key ?? '')),
      remembered: weigh(remembered.map(({ key }) => key)),
      sheet: weigh(keys),
    },
  };
}

/** Periods count once: the next file may have more of them. */
export function weightOfAll(keys: readonly string[]): number {
  const isPeriod = (key: string) => key === periodKey;
  const others = keys.filter((key) => !isPeriod(key)).reduce((sum, key) => sum + weightOf(key), 0);
  return others + (keys.some(isPeriod) ? weightOf(periodKey) : 0);
}

const isNumeric = (type: string) => type === 'BIGINT' || type === 'DOUBLE';

/** Whether the values of two columns can mean the same. */
export function mayBe(
  { type, filled }: Pick<RememberedColumn, 'type' | 'filled'>,
  other: { type: string },
): boolean {
  return !filled || type === other.type || (isNumeric(type) && isNumeric(other.type));
}

/** Pairs what is left between the same neighbours, in order, where both sides have as many. */
function pairBetween(
  at: readonly number[],
  count: number,
  taken: ReadonlySet<number>,
  isPair: (one: number, place: number) => boolean,
): [number, number][] {
  const pairs: [number, number][] = [];
  for (let one = 0; one < at.length; one++) {
    if (at[one] !== -1) continue;
    let end = one;
    while (end + 1 < at.length && at[end + 1] === -1) end++;
    const from = one === 0 ? 0 : (at[one - 1] ?? -1) + 1;
    const to = end + 1 === at.length ? count : (at[end + 1] ?? 0);
    const free: number[] = [];
    for (let place = from; place < to; place++) if (!taken.has(place)) free.push(place);
    if (free.length === end - one + 1)
      free.forEach((place, n) => {
        if (isPair(one + n, place)) pairs.push([one + n, place]);
      });
    one = end;
  }
  return pairs;
}

/** Whether one label may be the other, written in another way: `Qty` and `Quantity`, `Amount` and `Amount (EUR)`. */
function isLike(a: string, b: string): boolean {
  const [one, other] = [labelKey(a), labelKey(b)].map((key) => key.replaceAll(/[^\p{L}\p{M}]+/gu, ''));
  if (!one || !other) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.includes(short)) return true;
  return isAbbreviation(short, long) || distance(one, other) <= Math.floor(long.length / 4);
}

/** Whether the letters of one stand in the other in their order, from the same first one. */
function isAbbreviation(short: string, long: string): boolean {
  if (short[0] !== long[0] || short.length < 2 || !/^[a-z]+$/.test(short)) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length && long.length > short.length + 1;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The most places that rise one after the other: the others were moved. */
function longestRise(places: readonly number[]): Set<number> {
  const best: number[] = [];
  const from: number[] = [];
  let last = -1;
  places.forEach((place, at) => {
    best[at] = 1;
    from[at] = -1;
    for (let before = 0; before < at; before++)
      if ((places[before] ?? 0) < place && (best[before] ?? 0) >= (best[at] ?? 0)) {
        best[at] = (best[before] ?? 0) + 1;
        from[at] = before;
      }
    if (last < 0 || (best[at] ?? 0) > (best[last] ?? 0)) last = at;
  });
  const rise = new Set<number>();
  for (let at = last; at >= 0; at = from[at] ?? -1) rise.add(places[at] ?? -1);
  return rise;
}
