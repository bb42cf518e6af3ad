import { say } from '@workbook-data-service/contract/messages';
import { excerptOf } from '@workbook-data-service/contract/messages/words';
import { identifier } from '../../../core/sql-text.js';
import { namesKey, namesPhone, namesPostalCode, namesSigned, namesYear } from '../column-vocabulary.js';
import { finding, valuesIn } from '../finding.js';
import { type ReviewContext, selectRows } from '../review-context.js';
import type { Finding, TableRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';

const MIN_VALUES = 30;
/** In a shorter list of numbers, one of another unit is plain to see. */
const MIN_UNITS = 8;
/** At most this share of a column, and this many rows, are exceptions. */
const MAX_SHARE = 0.01;
const MAX_ROWS = 20;
/** In a column as short as this the outermost quantiles are the exceptions themselves. */
const SHORT = 300;
const SIGNED_SHARE = 0.05;

/** Numbers that measure something. */
function measures(table: ReviewedTable, minValues = MIN_VALUES): ReviewedColumn[] {
  return table.columns.filter(
    ({ kind, filled, name, quantiles }) =>
      kind === 'number' &&
      filled >= minValues &&
      quantiles !== undefined &&
      !namesKey(name) &&
      !namesPhone(name) &&
      !namesPostalCode(name) &&
      !namesYear(name),
  );
}

export const signFlips: TableRule = {
  id: 'sign-flips',
  group: 'distribution',
  severity: 'warning',
  of: 'table',
  title: 'A few numbers with the other sign',
  looksAt:
    'Number columns of which 99 % or more have one sign, and up to 20 numbers with the other that are otherwise of the usual ' +
    'size; not differences, balances and the like.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const column of measures(table)) {
      const { negatives = 0, zeros = 0, filled, quantiles = [] } = column;
      const positives = filled - negatives - zeros;
      const few = Math.min(negatives, positives);
      if (
        few === 0 ||
        few > MAX_ROWS ||
        few > (negatives + positives) * MAX_SHARE ||
        namesSigned(column.name)
      )
        continue;
      const name = identifier(column.name);
      const isNegative = negatives === few;
      const sizes = quantiles.map(Math.abs).sort((a, b) => a - b);
      findings.push(
        ...(await finding(context, signFlips, {
          table,
          column,
          query: selectRows(
            table,
            [column],
            `${name} ${isNegative ? '<' : '>'} 0 and abs(${name}) between ${sizes[0]} and ${sizes.at(-1)}`,
          ),
          message: (found) =>
            say(isNegative ? 'found-negative-numbers' : 'found-positive-numbers', valuesIn(column, found)),
          fix: say('mend-sign'),
          mend: { set: column, to: `-${name}` },
        })),
      );
    }
    return findings;
  },
};

/** How often larger than usual, for the reason that a unit was mistaken. */
const FACTORS = [1000, 10_000, 1_000_000];

export const unitJumps: TableRule = {
  id: 'unit-jumps',
  group: 'distribution',
  severity: 'warning',
  of: 'table',
  title: 'Numbers in another unit',
  looksAt:
    'Positive number columns within a factor of 20, and a few numbers about 1,000, 10,000 or 1,000,000 times as large, or as ' +
    'small, as the others.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const column of measures(table, MIN_UNITS)) {
      const jump = unitJumpCondition(column);
      if (!jump) continue;
      const [low, high] = jump.usual;
      const found = await finding(context, unitJumps, {
        table,
        column,
        query: selectRows(table, [column], jump.where),
        message: (found) => say('found-unit-jumps', { ...valuesIn(column, found), low, high }),
        fix: say('mend-unit-jumps'),
      });
      findings.push(...found.filter(({ rowCount }) => isFew(rowCount, column)));
    }
    return findings;
  },
};

export const outliers: TableRule = {
  id: 'outliers',
  group: 'distribution',
  severity: 'warning',
  of: 'table',
  title: 'Numbers far from all others',
  looksAt:
    'Number columns in which a few numbers are 30 times the median, and lie three times as far from it on a logarithmic scale ' +
    'as 98 % of the others; of columns with many negative numbers, beyond ten times their spread.',
  async find(table, context) {
    const far: { column: ReviewedColumn; where: string; found: Finding[] }[] = [];
    for (const column of measures(table)) {
      const where = outlierCondition(column);
      if (!where) continue;
      const found = await finding(context, outliers, {
        table,
        column,
        query: selectRows(table, [column], where),
        message: (found) =>
          say('found-outliers', {
            ...valuesIn(column, found),
            low: column.quantiles?.[0] ?? 0,
            high: column.quantiles?.[6] ?? 0,
          }),
        fix: say('mend-outliers'),
      });
      if (found[0] && isFew(found[0].rowCount, column)) far.push({ column, where, found });
    }
    return await joinedByRows(context, table, far);
  },
};

/** A row that is far from the others in several columns is one finding. */
async function joinedByRows(
  context: ReviewContext,
  table: ReviewedTable,
  far: readonly { column: ReviewedColumn; where: string; found: Finding[] }[],
): Promise<Finding[]> {
  const byRows = new Map<string, (typeof far)[number][]>();
  for (const one of far) {
    const rows = String(one.found[0]?.rowIds);
    byRows.set(rows, [...(byRows.get(rows) ?? []), one]);
  }
  const joined = [...byRows.values()].map(async (same) => {
    const [first] = same;
    if (same.length === 1 || !first) return first?.found ?? [];
    return await finding(context, outliers, {
      table,
      subject: same.map(({ column }) => column.id).join(' '),
      query: selectRows(
        table,
        same.map(({ column }) => column),
        `(${same.map(({ where }) => where).join(' or ')})`,
      ),
      message: ({ rowCount }) =>
        say('found-outlying-rows', {
          table: table.name,
          rows: rowCount,
          count: same.length,
          columns: excerptOf(same.map(({ column }) => column.name)),
        }),
      fix: say('mend-outlying-rows'),
    });
  });
  return (await Promise.all(joined)).flat();
}

function isFew(rowCount: number, { filled }: ReviewedColumn): boolean {
  return rowCount <= Math.min(MAX_ROWS, Math.max(1, filled * MAX_SHARE));
}

/** Where numbers of another unit would lie; undefined if there are none, or if the usual ones are too spread out to tell. */
function unitJumpCondition(
  column: ReviewedColumn,
): { usual: readonly [number, number]; where: string } | undefined {
  const usual = usualRange(column);
  const { least = 0, greatest = 0 } = column;
  if (!usual || usual[1] / usual[0] > 20) return undefined;
  const name = identifier(column.name);
  const [low, high] = usual;
  const ranges = FACTORS.flatMap((factor) => [
    [low * factor, high * factor] as const,
    [low / factor, high / factor] as const,
  ]).filter(([from, to]) => (from > high && from <= greatest) || (to < low && to >= least));
  if (ranges.length === 0) return undefined;
  return {
    usual,
    where: `(${ranges.map(([from, to]) => `${name} between ${from} and ${to}`).join(' or ')})`,
  };
}

/** Of positive numbers, the range of nearly all of them. */
function usualRange({ quantiles = [], least = 0, filled }: ReviewedColumn): [number, number] | undefined {
  // Of a few, the middle half widened by what numbers of one kind differ.
  const [low = 0, high = 0] =
    filled >= SHORT
      ? [quantiles[0], quantiles[6]]
      : filled >= MIN_VALUES
        ? [quantiles[1], quantiles[5]]
        : [(quantiles[2] ?? 0) / 2, (quantiles[4] ?? 0) * 2];
  return least > 0 && low > 0 ? [low, high] : undefined;
}

/** Undefined if nothing lies beyond. */
function outlierCondition(column: ReviewedColumn): string | undefined {
  const [low, high] = outlierBounds(column) ?? [];
  const { least = 0, greatest = 0 } = column;
  const name = identifier(column.name);
  const beyond = [
    ...(low !== undefined && least < low ? [`${name} < ${low}`] : []),
    ...(high !== undefined && greatest > high ? [`${name} > ${high}`] : []),
  ];
  if (beyond.length === 0) return undefined;
  const jump = unitJumpCondition(column);
  return `(${beyond.join(' or ')})${jump ? ` and not ${jump.where}` : ''}`;
}

function outlierBounds(column: ReviewedColumn): [number | undefined, number] | undefined {
  const { quantiles = [], filled, negatives = 0 } = column;
  const median = quantiles[3] ?? 0;
  const [low = 0, high = 0] = filled < SHORT ? [quantiles[1], quantiles[5]] : [quantiles[0], quantiles[6]];
  if (negatives > filled * SIGNED_SHARE) {
    const reach = (high - low) * 10;
    return reach > 0 ? [low - reach, high + reach] : undefined;
  }
  // Amounts and counts: their spread is a matter of factors. Where half of them are 0, all others are far.
  if (median <= 0) return undefined;
  const up = Math.max((high / median) ** 3, 30);
  // Small ones are nothing special unless all others are close together.
  const isNarrow = low > 0 && high / low < 10;
  return [isNarrow ? median / Math.max((median / low) ** 3, 30) : undefined, median * up];
}
