import { sayOfReading } from '../reading-messages.js';
import { spanOf } from '../reading-sentences.js';
import { readPeriod } from '../values/periods.js';
import { type ColumnProfile, columnLikeness, mean } from './column-profile.js';
import type { Hypothesis, RepeatedColumn } from './plan.js';
import { blankCell, columnsBut, namedCell, type Table } from './table.js';

/** A header split in two, such as `Task 2` and `Done`. */
interface Cut {
  column: number;
  front: string;
  back: string;
}

export function proposeWideToLong(columns: readonly ColumnProfile[]): Hypothesis[] {
  return [...crossings(columns.flatMap((column, at) => cutsOf(column.header, at)))]
    .filter(isContiguous)
    .flatMap((cuts) => [
      weigh(cuts, columns, (cut) => ({ label: cut.front, variable: cut.back })),
      weigh(cuts, columns, (cut) => ({ label: cut.back, variable: cut.front })),
    ]);
}

/** Between words, between letters and digits, and where a new word starts with a capital. */
const seams = /[\s_\-./:()]+|(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})|(?<=\p{Ll})(?=\p{Lu})/gu;
const edges = /^[\s_\-./:(]+|[\s_\-./:(]+$/g;

function cutsOf(header: string, column: number): Cut[] {
  return [...header.matchAll(seams)]
    .map(({ index }) => ({
      column,
      front: header.slice(0, index).replaceAll(edges, ''),
      back: header.slice(index).replaceAll(edges, ''),
    }))
    .filter(({ front, back }) => front !== '' && back !== '');
}

/** Sets of cuts in which every front meets every back, at least two of each. */
function* crossings(cuts: readonly Cut[]): Generator<Cut[]> {
  const byFront = groupBy(cuts, (cut) => cut.front);
  const byBacks = groupBy(byFront.values(), (group) =>
    group
      .map((cut) => cut.back)
      .sort()
      .join('\u0001'),
  );
  for (const groups of byBacks.values()) {
    if (groups.length >= 2 && (groups[0]?.length ?? 0) >= 2) yield groups.flat();
  }
}

function isContiguous(cuts: readonly Cut[]): boolean {
  const columns = new Set(cuts.map((cut) => cut.column));
  return columns.size === cuts.length && Math.max(...columns) - Math.min(...columns) === columns.size - 1;
}

function weigh(
  cuts: readonly Cut[],
  columns: readonly ColumnProfile[],
  nameParts: (cut: Cut) => Omit<RepeatedColumn, 'column'>,
): Hypothesis {
  const repeated = cuts
    .toSorted((a, b) => a.column - b.column)
    .map((cut) => ({ column: cut.column, ...nameParts(cut) }));
  const variables = [...groupBy(repeated, (part) => part.variable).values()];
  const labels = [...new Set(repeated.map((part) => part.label))];
  const profiles = variables.map((parts) => parts.map((part) => columns[part.column] as ColumnProfile));
  const alike = mean(profiles.map(likenessToFirst));
  const ordinal = Math.min(...labels.map(ordinalness));
  const wide = Math.min(1, (repeated.length - 2) / 6);
  const covered = Math.min(1, (1.5 * repeated.length) / columns.length);
  return {
    step: { operator: 'wide_to_long', columns: repeated },
    confidence: 0.42 + 0.2 * alike + 0.1 * ordinal + 0.1 * wide + 0.2 * covered,
    explain: () =>
      sayOfReading('offer-wide-to-long', {
        variables: spanOf([...new Set(repeated.map(({ variable }) => variable))]),
        labels: spanOf(labels),
      }),
  };
}

const likenessToFirst = ([first, ...others]: readonly ColumnProfile[]) =>
  first ? mean(others.map((other) => columnLikeness(first, other))) : 0;

/** How much a label is a number: `2` and `Q1` are, `Task 2` nearly. */
function ordinalness(label: string): number {
  if (/^\d+$/.test(label) || readPeriod(label)) return 1;
  return /\d/.test(label) ? 0.7 : 0;
}

export function applyWideToLong(table: Table, { columns }: { columns: readonly RepeatedColumn[] }): Table {
  const kept = columnsBut(
    table,
    columns.map(({ column }) => column),
  );
  const variables = [...new Set(columns.map(({ variable }) => variable))];
  const byLabel = [...groupBy(columns, ({ label }) => label).values()];
  const places = byLabel.map((parts) =>
    variables.map((variable) => parts.find((part) => part.variable === variable)?.column),
  );
  // A label is a piece of a header, so its source is the first header that it was cut from.
  const labels = byLabel.map(([part]) => ({
    text: part?.label ?? '',
    source: table.header[part?.column ?? 0]?.source ?? null,
  }));
  return {
    header: [
      ...kept.map((column) => table.header[column] ?? blankCell),
      namedCell('variable'),
      ...variables.map(namedCell),
    ],
    rowCount: table.rowCount * labels.length,
    cell: (row, column) => {
      const sourceRow = Math.floor(row / labels.length);
      const label = row % labels.length;
      const keptColumn = kept[column];
      if (keptColumn !== undefined) return table.cell(sourceRow, keptColumn);
      if (column === kept.length) return labels[label] ?? blankCell;
      const place = places[label]?.[column - kept.length - 1];
      return place === undefined ? blankCell : table.cell(sourceRow, place);
    },
  };
}

/** Items by key, in the order in which the keys first occur. */
function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
