import { ROW_ID } from '@workbook-data-service/sheets/values';
import type { ColumnKind } from '../../core/column-kind.js';
import { identifier } from '../../core/sql-text.js';

/** The figures of a column from one pass over its table. Those of another kind of column are absent. */
export interface ColumnFigures {
  filled: number;
  /** Estimated within a few percent; 0 for JSON. */
  distinct: number;
  /** Numbers: the quantiles of `QUANTILES`. Not of columns that are empty. */
  quantiles?: readonly number[] | undefined;
  negatives?: number | undefined;
  zeros?: number | undefined;
  /** Numbers without a fraction. */
  wholes?: number | undefined;
  least?: number | undefined;
  greatest?: number | undefined;
  /** Dates and times, as ISO dates: the quantiles of `DAY_QUANTILES`. */
  days?: readonly string[] | undefined;
  /** Texts: some of them, drawn evenly by hash. */
  sample?: readonly string[] | undefined;
  longest?: number | undefined;
}

const QUANTILES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99] as const;
/** The first and last are the extremes. */
const DAY_QUANTILES = [0, 0.05, 0.5, 0.95, 1] as const;

/** Above this many rows, quantiles are those of a sample drawn by row id. */
const SAMPLED_ROWS = 250_000;
const SAMPLE_TEXTS = 100;
const LONGEST_SAMPLE = 200;
/** A statement over more columns than this takes long to plan. */
export const COLUMNS_PER_PASS = 60;

interface FiguredColumn {
  name: string;
  kind: ColumnKind;
  type: string;
}

/** One pass over some columns of a table. */
export function figuresStatement(table: string, columns: readonly FiguredColumn[], rowCount: number): string {
  const oneIn = Math.ceil(rowCount / SAMPLED_ROWS);
  const sampled = oneIn > 1 ? ` filter (where hash(${identifier(ROW_ID)}) % ${oneIn} = 0)` : '';
  const parts = columns.flatMap(({ name, kind, type }, i) => {
    const column = identifier(name);
    const filled = `count(${column}) as filled_${i}`;
    if (kind === 'json') return [filled];
    return [
      filled,
      `approx_count_distinct(${column}) as distinct_${i}`,
      ...partsOf(
        kind,
        type === 'DOUBLE' ? `case when isfinite(${column}) then ${column} end` : column,
        sampled,
      ).map(([part, figure]) => `${part} as ${figure}_${i}`),
    ];
  });
  return `select ${parts.join(',\n  ')}\nfrom ${identifier(table)}`;
}

type Part = readonly [sql: string, figure: string];

function partsOf(kind: ColumnKind, column: string, sampled: string): Part[] {
  switch (kind) {
    case 'number': {
      const value = `cast(${column} as double)`;
      return [
        [`quantile_cont(${value}, [${QUANTILES.join(', ')}])${sampled}`, 'quantiles'],
        [`count_if(${column} < 0)`, 'negatives'],
        [`count_if(${column} = 0)`, 'zeros'],
        [`count_if(${column} = trunc(${value}))`, 'wholes'],
        [`min(${value})`, 'least'],
        [`max(${value})`, 'greatest'],
      ];
    }
    case 'moment': {
      const day = `case when isfinite(${column}) then cast(${column} as date) end`;
      const quantile = (part: number) => `cast(quantile_disc(${day}, ${part})${sampled} as varchar)`;
      const inner = DAY_QUANTILES.slice(1, -1).map(quantile);
      const list = [`cast(min(${day}) as varchar)`, ...inner, `cast(max(${day}) as varchar)`];
      return [[`[${list.join(', ')}]`, 'days']];
    }
    case 'text':
      return [
        [`min_by(left(${column}, ${LONGEST_SAMPLE}), hash(${column}), ${SAMPLE_TEXTS})`, 'sample'],
        [`max(length(${column}))`, 'longest'],
      ];
    default:
      return [];
  }
}

/** The figures of the nth column of a pass. */
export function figuresOf(answer: Record<string, unknown>, nth: number): ColumnFigures {
  const taken = <Value>(figure: string) => (answer[`${figure}_${nth}`] ?? undefined) as Value | undefined;
  const days = taken<(string | null)[]>('days');
  const filled = taken<number>('filled') ?? 0;
  return {
    filled,
    distinct: Math.min(taken<number>('distinct') ?? 0, filled),
    quantiles: taken('quantiles'),
    negatives: taken('negatives'),
    zeros: taken('zeros'),
    wholes: taken('wholes'),
    least: taken('least'),
    greatest: taken('greatest'),
    days: days?.every((day) => day !== null) ? (days as string[]) : undefined,
    sample: taken<string[]>('sample') && [...new Set(taken<string[]>('sample'))],
    longest: taken('longest'),
  };
}
