import { columnKind } from '../../core/column-kind.js';
import { type GovernedColumn, type ReadableTable, relationOf } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import {
  approximateDistinctStatement,
  bucketsOf,
  candidatesStatement,
  groupedSpreadStatement,
  QUANTILES,
  spreadStatement,
  summaryStatement,
  TOP_VALUES,
  valuesStatement,
} from './profile-sql.js';

/** A value from the engine's JSON. */
type JsonValue = unknown;

export interface ColumnFigures {
  nulls: number;
  /** Null for JSON columns, whose values are not compared. */
  distinct: number | null;
  distinctApproximate: boolean;
  min: JsonValue;
  max: JsonValue;
  mean: number | null;
  standardDeviation: number | null;
  quantiles: { quantile: number; value: JsonValue }[];
  quantilesApproximate: boolean;
  topValues: { value: JsonValue; count: number }[];
  histogram: { from: JsonValue; to: JsonValue; count: number }[];
}

export interface ColumnProfile {
  column: GovernedColumn;
  /** Absent if the column is masked: its figures would reveal its values. */
  figures?: ColumnFigures;
}

/** Above this many rows, columns with very many distinct values are estimated. */
const EXACT_ROWS = 1_000_000;
/** Up to this many distinct values are counted exactly, however many rows there are. */
const ALWAYS_COUNTED = 100_000;
/** Up to this many distinct values, the spread is computed from each value with its count. */
const GROUPED = 20_000;
/** Beyond that, quantiles are computed from a sample of about this many rows. */
const SAMPLE_ROWS = 250_000;
/** Each statement already uses all cores; a second one fills the gaps while the first one finishes. */
const AT_ONCE = 2;

/** Profiles the columns of a governed table, except masked ones, with a few statements over the same version. */
export const profileColumns = retryingLostFiles(
  async (data: WorkbookData, table: ReadableTable): Promise<ColumnProfile[]> => {
    const { engine, queryTimeoutMs } = storesOf(data);
    const relation = relationOf(table, 'rows');
    const endsAt = performance.now() + queryTimeoutMs;
    const ask = async (sql: string): Promise<Answer> => {
      const reply = await engine.read({
        workbookId: table.record.workbook_id,
        relations: [relation],
        sql,
        output: { kind: 'page', format: 'json', limit: 1, keys: 0 },
        deadlineMs: Math.max(endsAt - performance.now(), 1),
      });
      return (JSON.parse(reply.page as string) as Answer[])[0] ?? {};
    };

    const visible = table.columns.filter(({ masked }) => !masked);
    const summary = await ask(summaryStatement(visible));
    const estimates = table.rowCount > EXACT_ROWS ? await ask(approximateDistinctStatement(visible)) : {};
    const figures = new Map<string, ColumnFigures>();
    const asked = visible.map((column, i) => async () => {
      const taken = (name: string) => summary[`${name}_${i}`];
      const estimate = estimates[`distinct_${i}`] as number | undefined;
      figures.set(column.id, await columnFigures(ask, column, table.rowCount, taken, estimate));
    });
    await inTurns(asked, AT_ONCE);
    return table.columns.map((column) => {
      const found = figures.get(column.id);
      return found ? { column, figures: found } : { column };
    });
  },
);

type Answer = Record<string, JsonValue>;
type Ask = (sql: string) => Promise<Answer>;

async function columnFigures(
  ask: Ask,
  column: GovernedColumn,
  rowCount: number,
  taken: (name: string) => JsonValue,
  estimate: number | undefined,
): Promise<ColumnFigures> {
  const filled = taken('filled') as number;
  const nothing: ColumnFigures = {
    nulls: rowCount - filled,
    distinct: columnKind(column.type) === 'json' ? null : 0,
    distinctApproximate: false,
    min: null,
    max: null,
    mean: null,
    standardDeviation: null,
    quantiles: [],
    quantilesApproximate: false,
    topValues: [],
    histogram: [],
  };
  const kind = columnKind(column.type);
  if (kind === 'json' || filled === 0) return nothing;
  const values = await valueFigures(ask, column, filled, estimate);
  if (kind !== 'number' && kind !== 'moment') return { ...nothing, ...values };
  const extremes = { min: taken('min'), max: taken('max') };
  const [low, high] = [taken('low') as string | null, taken('high') as string | null];
  if (low === null || high === null) return { ...nothing, ...values, ...extremes };
  const oneIn = values.distinct > GROUPED ? Math.ceil(rowCount / SAMPLE_ROWS) : undefined;
  return { ...nothing, ...values, ...extremes, ...(await spreadFigures(ask, column, { low, high, oneIn })) };
}

async function valueFigures(
  ask: Ask,
  column: GovernedColumn,
  filled: number,
  estimate: number | undefined,
): Promise<Pick<ColumnFigures, 'distinctApproximate' | 'min' | 'max' | 'topValues'> & { distinct: number }> {
  const approximate = estimate !== undefined && estimate > ALWAYS_COUNTED;
  const found = await ask(approximate ? candidatesStatement(column) : valuesStatement(column));
  const distinct = approximate ? Math.min(estimate, filled) : (found.distinct as number);
  const counts = (found.counts ?? []) as number[];
  const topValues = ((found.top ?? []) as JsonValue[]).map((value, i) => ({ value, count: counts[i] ?? 0 }));
  // If every value occurs once, ten of them mean nothing.
  const meaningful = distinct <= TOP_VALUES || (counts[0] ?? 0) > 1;
  return {
    distinct,
    distinctApproximate: approximate,
    min: found.min,
    max: found.max,
    topValues: meaningful ? topValues : [],
  };
}

/** Without `oneIn` the column has so few distinct values that they are counted rather than sampled. */
async function spreadFigures(
  ask: Ask,
  column: GovernedColumn,
  { low, high, oneIn }: { low: string; high: string; oneIn: number | undefined },
): Promise<
  Pick<ColumnFigures, 'mean' | 'standardDeviation' | 'quantiles' | 'quantilesApproximate' | 'histogram'>
> {
  const spread = {
    buckets: bucketsOf(column.type, low, high),
    greatest: Math.max(Math.abs(Number(low)), Math.abs(Number(high))),
  };
  const found = await ask(
    oneIn === undefined ? groupedSpreadStatement(column, spread) : spreadStatement(column, spread, oneIn),
  );
  const values = (found.quantiles ?? []) as JsonValue[];
  const edges = (found.edges ?? []) as JsonValue[];
  const counts = new Array<number>(spread.buckets?.count ?? 0).fill(0);
  for (const { key, value } of (found.buckets ?? []) as { key: number; value: number }[]) {
    const bucket = Math.min(key, counts.length - 1);
    counts[bucket] = (counts[bucket] ?? 0) + value;
  }
  return {
    mean: (found.mean ?? null) as number | null,
    standardDeviation: (found.deviation ?? null) as number | null,
    quantiles: values.map((value, i) => ({ quantile: QUANTILES[i] ?? 0, value })),
    quantilesApproximate: oneIn !== undefined && oneIn > 1,
    histogram: counts.map((count, i) => ({ from: edges[i], to: edges[i + 1], count })),
  };
}

async function inTurns(work: (() => Promise<void>)[], atOnce: number): Promise<void> {
  const left = work.values();
  const worker = async () => {
    for (const run of left) await run();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
