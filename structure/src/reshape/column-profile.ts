import type { TableCell, TableSample } from './table.js';
import { isNumeric, likeness, readValue, type Value } from './value-shape.js';

/** The common properties of one column's values. */
export interface ColumnProfile {
  header: string;
  values: readonly Value[];
  filled: number;
  numericShare: number;
  /** How similar its values are to each other. */
  coherence: number;
  /** Distinct non-empty texts. */
  vocabulary: ReadonlySet<string>;
}

/** Further rows add nothing about the shape of a table. */
const sampledRows = 400;

export function profileColumns(table: TableSample): ColumnProfile[] {
  const rows = sampleRows(table.rows);
  // Texts recur, and reading one takes far longer than finding it again.
  const known = new Map<string, Value>();
  const valueIn = (text: string) => {
    const value = known.get(text) ?? readValue(text);
    known.set(text, value);
    return value;
  };
  return table.header.map((header, column) =>
    profileColumn(
      header.text,
      rows.map((row) => valueIn(row[column]?.text ?? '')),
    ),
  );
}

/** The first rows, and as many spread evenly over the rest. */
export function sampleRows(rows: TableSample['rows']): readonly (readonly TableCell[])[] {
  if (rows.length <= sampledRows) return rows;
  const head = rows.slice(0, sampledRows / 2);
  const stride = (rows.length - head.length) / (sampledRows / 2);
  const rest = Array.from(
    { length: sampledRows / 2 },
    (_, at) => rows[Math.floor(head.length + at * stride)] ?? [],
  );
  return [...head, ...rest];
}

function profileColumn(header: string, values: readonly Value[]): ColumnProfile {
  const filled = values.filter((value) => value.shape !== 'blank');
  return {
    header,
    values,
    filled: filled.length,
    numericShare: share(filled, (value) => isNumeric(value.shape)),
    coherence: meanLikeness(filled, filled),
    vocabulary: new Set(filled.map((value) => value.text.toLowerCase())),
  };
}

const compared = new WeakMap<ColumnProfile, WeakMap<ColumnProfile, number>>();

/**
 * How likely two columns are one variable, from 0 to 1; cached, since many hypotheses compare the same two.
 */
export function columnLikeness(a: ColumnProfile, b: ColumnProfile): number {
  const known = compared.get(a) ?? new WeakMap<ColumnProfile, number>();
  compared.set(a, known);
  const likeness = known.get(b) ?? compareColumns(a, b);
  known.set(b, likeness);
  return likeness;
}

/** Columns of one variable have values that look alike, or are even the same. */
function compareColumns(a: ColumnProfile, b: ColumnProfile): number {
  if (a.filled === 0 || b.filled === 0) return 0.5;
  // Columns of one variable differ from each other as much as their own values do.
  const alike = Math.min(1, meanLikeness(a.values, b.values) / Math.sqrt(a.coherence * b.coherence || 1));
  const shared = overlap(a.vocabulary, b.vocabulary);
  const textual = 1 - Math.min(a.numericShare, b.numericShare);
  // Two columns of names are one variable only if some of the names recur; numbers need not.
  return textual < 0.5 ? alike : 0.6 * alike + 0.4 * Math.min(1, shared * 3);
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((text) => b.has(text)).length;
  return common / Math.min(a.size, b.size);
}

function meanLikeness(a: readonly Value[], b: readonly Value[]): number {
  const left = spread(a.filter((value) => value.shape !== 'blank'));
  const right = spread(b.filter((value) => value.shape !== 'blank'));
  let sum = 0;
  for (const one of left) for (const other of right) sum += likeness(one, other);
  return sum / (left.length * right.length);
}

const comparedValues = 24;

function spread(values: readonly Value[]): readonly Value[] {
  if (values.length <= comparedValues) return values;
  return Array.from(
    { length: comparedValues },
    (_, at) => values[Math.floor((at * values.length) / comparedValues)] as Value,
  );
}

export function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.length === 0 ? 0 : items.filter(holds).length / items.length;
}

export const mean = (numbers: readonly number[]) =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
