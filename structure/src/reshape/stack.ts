import { sayOfReading } from '../reading-messages.js';
import { spanOf } from '../reading-sentences.js';
import { type ColumnProfile, columnLikeness, mean } from './column-profile.js';
import { columnsFrom, type HeaderFamily, headerFamilies } from './header-family.js';
import type { Hypothesis } from './plan.js';
import { blankCell, columnsBut, namedCell, type Table } from './table.js';

/** The strength of headers without any relation. */
const unrelated = 0.15;

export function proposeStack(columns: readonly ColumnProfile[]): Hypothesis[] {
  const headers = columns.map((column) => column.header);
  const likeNeighbour = columns.map((column, at) => likenessTo(columns[at + 1], column));
  const candidates = [...headerFamilies(headers), ...alikeRuns(columns, likeNeighbour)];
  return candidates.map((family) => weigh(family, columns));
}

const likenessTo = (other: ColumnProfile | undefined, column: ColumnProfile) =>
  other ? columnLikeness(column, other) : 0;

/** Adjacent columns whose values look alike, whatever their headers, at several degrees of strictness. */
function alikeRuns(columns: readonly ColumnProfile[], likeNeighbour: readonly number[]): HeaderFamily[] {
  const found: HeaderFamily[] = [];
  for (const least of [0.55, 0.7, 0.85]) {
    for (let first = 0; first < columns.length; first++) {
      let last = first;
      while ((likeNeighbour[last] ?? 0) >= least) last++;
      if (last > first + 1)
        found.push({
          columns: columnsFrom(first, last),
          strength: unrelated,
          trait: { how: 'values', what: '' },
        });
      first = last;
    }
  }
  return found;
}

function weigh(family: HeaderFamily, columns: readonly ColumnProfile[]): Hypothesis {
  const stacked = new Set(family.columns);
  const block = columns.filter((_, column) => stacked.has(column));
  const rest = columns.filter((_, column) => !stacked.has(column));
  const alike = likenessWithin(block);
  const sameNames = mean(block.map((column) => column.numericShare)) < 0.5 ? alike : 0;
  const evidence = Math.max(family.strength, sameNames > 0.8 ? 0.75 : 0);
  const wide = Math.min(1, (block.length - 1) / 4);
  const keyed = isKey(rest) ? 1 : 0;
  const covered = block.length / columns.length;
  const confidence =
    0.5 * evidence + 0.25 * alike + 0.05 * wide + 0.1 * keyed + 0.1 * Math.min(1, 1.5 * covered);
  return {
    step: { operator: 'stack', columns: family.columns },
    confidence,
    explain: (nameOf) =>
      sayOfReading('offer-stack', { columns: spanOf(family.columns.map(nameOf)), trait: family.trait }),
  };
}

function likenessWithin(block: readonly ColumnProfile[]): number {
  const step = Math.max(1, Math.floor(block.length / 8));
  const compared = block.filter((_, at) => at % step === 0);
  return mean(
    compared.flatMap((one, at) => compared.slice(at + 1).map((other) => columnLikeness(one, other))),
  );
}

/**
 * Whether the remaining columns identify every row. A few columns mostly do, and then the others are not
 * read.
 */
function isKey(columns: readonly ColumnProfile[]): boolean {
  const rows = columns[0]?.values.length ?? 0;
  let groups = new Uint32Array(rows);
  for (const { values } of columns) {
    const known = new Map<string, number>();
    groups = groups.map((group, row) => {
      const key = `${group} ${values[row]?.text}`;
      const found = known.get(key) ?? known.size;
      known.set(key, found);
      return found;
    });
    if (known.size === rows) return true;
  }
  return false;
}

export function applyStack(
  table: Table,
  { columns, blanks }: { columns: readonly number[]; blanks?: 'skip' },
): Table {
  const kept = columnsBut(table, columns);
  const stacked = stackedCells(table, columns, blanks === 'skip');
  return {
    header: [
      ...kept.map((column) => table.header[column] ?? blankCell),
      namedCell('variable'),
      namedCell('value'),
    ],
    rowCount: stacked.count,
    cell: (row, column) => {
      const { row: sourceRow, column: source } = stacked.at(row);
      const keptColumn = kept[column];
      if (keptColumn !== undefined) return table.cell(sourceRow, keptColumn);
      return column === kept.length ? (table.header[source] ?? blankCell) : table.cell(sourceRow, source);
    },
  };
}

/** The cells that make a row each. */
function stackedCells(table: Table, columns: readonly number[], skipsBlanks: boolean) {
  const all = table.rowCount * columns.length;
  const cellOf = (at: number) => ({
    row: Math.floor(at / columns.length),
    column: columns[at % columns.length] ?? 0,
  });
  if (!skipsBlanks) return { count: all, at: cellOf };
  const filled: number[] = [];
  for (let at = 0; at < all; at++) {
    const { row, column } = cellOf(at);
    if (/\S/.test(table.cell(row, column).text)) filled.push(at);
  }
  return { count: filled.length, at: (row: number) => cellOf(filled[row] ?? 0) };
}
