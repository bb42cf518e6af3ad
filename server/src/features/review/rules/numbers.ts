import { identifier } from '../../../core/sql-text.js';
import { namesKey, namesPhone, namesPostalCode, namesSigned, namesYear } from '../column-words.js';
import { finding } from '../finding.js';
import { counted, grouped, listed } from '../message-words.js';
import { selectRows } from '../review-context.js';
import type { Finding, TableRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';

const FEWEST_VALUES = 30;
/** At most this share of a column, and this many rows, are exceptions. */
const MOST_SHARE = 0.01;
const MOST_ROWS = 20;

/** Numbers that measure something. */
function measures(table: ReviewedTable): ReviewedColumn[] {
  return table.columns.filter(
    ({ kind, filled, name, quantiles }) =>
      kind === 'number' &&
      filled >= FEWEST_VALUES &&
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
        few > MOST_ROWS ||
        few > (negatives + positives) * MOST_SHARE ||
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
          message: ({ rowCount, rows }) =>
            `${counted(rowCount, 'number')} of "${column.name}" ${rowCount === 1 ? 'is' : 'are'} ${isNegative ? 'negative' : 'positive'}, ` +
            `though the others are not: ${listed(rows.map((row) => row[column.name]))}.`,
          fix: 'Check the sign, unless the rows are returns or corrections.',
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
    'Positive number columns within a factor of 100, and a few numbers about 1,000, 10,000 or 1,000,000 times as large, or as ' +
    'small, as the others.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const column of measures(table)) {
      const jump = unitJumpCondition(column);
      if (!jump) continue;
      const [low, high] = jump.usual;
      const found = await finding(context, unitJumps, {
        table,
        column,
        query: selectRows(table, [column], jump.where),
        message: ({ rowCount, rows }) =>
          `${counted(rowCount, 'number')} of "${column.name}" ${rowCount === 1 ? 'is' : 'are'} a thousand times or more off the ` +
          `others, which lie between ${grouped(low)} and ${grouped(high)}: ${listed(rows.map((row) => row[column.name]))}.`,
        fix: 'Check the unit, such as thousands instead of ones, and convert the numbers.',
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
    'Number columns in which a few numbers lie beyond ten times the spread between the 1st and the 99th of a hundred; of ' +
    'positive numbers that spread over several orders of magnitude, on a logarithmic scale.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const column of measures(table)) {
      const bounds = outlierBounds(column);
      if (!bounds) continue;
      const [low, high] = bounds;
      const name = identifier(column.name);
      const jump = unitJumpCondition(column);
      const found = await finding(context, outliers, {
        table,
        column,
        query: selectRows(
          table,
          [column],
          `(${name} < ${low} or ${name} > ${high})${jump ? ` and not ${jump.where}` : ''}`,
        ),
        message: ({ rowCount, rows }) =>
          `${counted(rowCount, 'number')} of "${column.name}" ${rowCount === 1 ? 'lies' : 'lie'} far from the others, of which 98 % are ` +
          `between ${grouped(column.quantiles?.[0] ?? 0)} and ${grouped(column.quantiles?.[6] ?? 0)}: ` +
          `${listed(rows.map((row) => row[column.name]))}.`,
        fix: 'Check the numbers against where they come from: a digit too many, another unit, or a total.',
      });
      findings.push(...found.filter(({ rowCount }) => isFew(rowCount, column)));
    }
    return findings;
  },
};

function isFew(rowCount: number, { filled }: ReviewedColumn): boolean {
  return rowCount <= Math.min(MOST_ROWS, Math.max(1, filled * MOST_SHARE));
}

/** Where numbers of another unit would lie; undefined if there are none, or the usual ones spread too far to tell. */
function unitJumpCondition(
  column: ReviewedColumn,
): { usual: readonly [number, number]; where: string } | undefined {
  const usual = usualRange(column);
  const { least = 0, greatest = 0 } = column;
  if (!usual || usual[1] / usual[0] > 100) return undefined;
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
  // In a short column the outermost quantiles are the exceptions themselves.
  const [low = 0, high = 0] = filled >= 300 ? [quantiles[0], quantiles[6]] : [quantiles[1], quantiles[5]];
  return least > 0 && low > 0 ? [low, high] : undefined;
}

/** Undefined if nothing lies beyond. */
function outlierBounds(column: ReviewedColumn): [number, number] | undefined {
  const { quantiles = [], least = 0, greatest = 0, filled, negatives = 0, zeros = 0 } = column;
  const median = quantiles[3] ?? 0;
  const isShort = filled < 300;
  const [low = 0, high = 0] = isShort ? [quantiles[1], quantiles[5]] : [quantiles[0], quantiles[6]];
  if (low === high) return undefined;
  // Amounts: their spread is a matter of factors.
  if (negatives === 0 && zeros === 0 && low > 0) {
    const up = (high / median) ** 3;
    const down = (median / low) ** 3;
    const bounds: [number, number] = [median / Math.max(down, 30), median * Math.max(up, 30)];
    return least < bounds[0] || greatest > bounds[1] ? bounds : undefined;
  }
  const reach = (high - low) * 10;
  const bounds: [number, number] = [low - reach, high + reach];
  return least < bounds[0] || greatest > bounds[1] ? bounds : undefined;
}
