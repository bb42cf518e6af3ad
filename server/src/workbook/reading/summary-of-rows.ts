import { say } from '@workbook-data-service/contract/messages';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { columnKind } from '../../core/column-kind.js';
import { compileFilter } from '../../core/filter-sql.js';
import { fieldError, problem } from '../../core/problems.js';
import { orderClause, parseOrder } from '../../core/row-order.js';
import { identifier } from '../../core/sql-text.js';
import { type GovernedColumn, type ReadableTable, relationOf } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { namedColumns } from './named-columns.js';

export interface SummaryRequest {
  /** Whose figures are wanted. */
  columns?: string | undefined;
  groupBy?: string | undefined;
  orderGroups: 'value' | 'rows';
  /** Of groups. */
  limit: number;
  filter?: string | undefined;
  /** Matters for a range of rows only. */
  orderBy?: string | undefined;
  offset?: number | undefined;
  rows?: number | undefined;
}

interface FiguresOfColumn {
  column: GovernedColumn;
  filled: number;
  sum: unknown;
  mean: number | null;
  min: unknown;
  max: unknown;
}

export interface RowsSummary {
  groupBy: GovernedColumn[];
  groups: { values: unknown[]; rows: number; figures: FiguresOfColumn[] }[];
  groupCount: number;
  total: number;
}

const MAX_COLUMNS = 200;
const MAX_GROUPED_BY = 2;
/** A text is cut, so that an answer has a bound. */
const LONGEST_VALUE = 1000;

/** What rows come to, computed where they are; a group for each value of the columns that they are grouped by. */
export const summaryOfRows = retryingLostFiles(
  async (data: WorkbookData, table: ReadableTable, request: SummaryRequest): Promise<RowsSummary> => {
    const { engine, queryTimeoutMs: deadlineMs } = storesOf(data);
    const columns = someColumns(table, request.columns, '/columns', MAX_COLUMNS);
    const groupBy = someColumns(table, request.groupBy, '/group_by', MAX_GROUPED_BY);
    const parameters: unknown[] = [];
    const rows = rangeStatement(table, request, [...groupBy, ...columns], parameters);
    const { page } = await engine.read({
      workbookId: table.record.workbook_id,
      relations: [relationOf(table, 'rows')],
      sql: groupsStatement(rows, groupBy, columns, request),
      parameters,
      output: { kind: 'page', format: 'json', limit: request.limit, keys: 0 },
      deadlineMs,
    });
    const found = JSON.parse(page as string) as Record<string, unknown>[];
    return {
      groupBy,
      groups: found.map((group) => ({
        values: groupBy.map((_, i) => group[`g${i}`] ?? null),
        rows: group.n as number,
        figures: columns.map((column, i) => ({
          column,
          filled: group[`filled${i}`] as number,
          sum: group[`sum${i}`] ?? null,
          mean: (group[`mean${i}`] ?? null) as number | null,
          min: group[`min${i}`] ?? null,
          max: group[`max${i}`] ?? null,
        })),
      })),
      groupCount: (found[0]?.groups ?? 0) as number,
      total: (found[0]?.total ?? 0) as number,
    };
  },
);

function someColumns(
  table: ReadableTable,
  wanted: string | undefined,
  path: string,
  max: number,
): GovernedColumn[] {
  const columns = wanted === undefined ? [] : namedColumns(table.columns, wanted, path);
  if (columns.length <= max) return columns;
  throw problem('invalid-request', say('summary-too-wide', { max }), {
    fix: say('fix-summary-too-wide'),
    members: { errors: [fieldError(path, say('field-max-items', { max }))] },
  });
}

/** The rows that are summarized: sorted only where a range of them is meant. */
function rangeStatement(
  { columns }: ReadableTable,
  { filter, orderBy, offset, rows }: SummaryRequest,
  read: readonly GovernedColumn[],
  parameters: unknown[],
): string {
  const filterable = [...columns, { name: ROW_ID, type: 'BIGINT' as const }];
  const where = filter === undefined ? '' : `where ${compileFilter(filter, filterable, parameters)}`;
  const order = orderClause(parseOrder(orderBy, columns));
  const names = [...new Set([ROW_ID, ...read.map(({ name }) => name)])].map(identifier).join(', ');
  const isRange = offset !== undefined || rows !== undefined;
  const range = isRange ? `order by ${order} ${rows ? `limit ${rows}` : ''} offset ${offset ?? 0}` : '';
  return `select ${names} from rows ${where} ${range}`;
}

function groupsStatement(
  rows: string,
  groupBy: readonly GovernedColumn[],
  columns: readonly GovernedColumn[],
  { orderGroups, limit }: SummaryRequest,
): string {
  const keys = groupBy.map(({ name, type }, i) => `${groupValue(identifier(name), type)} as g${i}`);
  const values = groupBy.map((_, i) => `g${i} nulls last`);
  const order = orderGroups === 'rows' ? ['n desc', ...values] : values;
  const figures = columns.flatMap(figuresOf);
  const selected = [
    ...keys,
    'count(*) as n',
    ...figures,
    'count(*) over () as groups',
    'sum(count(*)) over () as total',
  ];
  const grouped = keys.length > 0 ? `group by ${keys.map((_, i) => i + 1).join(', ')}` : '';
  const ordered = keys.length > 0 ? `order by ${order.join(', ')}` : '';
  return `select ${selected.join(', ')} from (${rows}) ${grouped} ${ordered} limit ${limit}`;
}

function groupValue(column: string, type: string): string {
  const kind = columnKind(type);
  if (kind === 'text') return `left(${column}, ${LONGEST_VALUE})`;
  return kind === 'json' ? `left(cast(${column} as varchar), ${LONGEST_VALUE})` : column;
}

function figuresOf({ name, type }: GovernedColumn, i: number): string[] {
  const column = identifier(name);
  const filled = `count(${column}) as filled${i}`;
  const kind = columnKind(type);
  const isOrdered = kind === 'number' || kind === 'moment' || type === 'TIME';
  if (!isOrdered) return [filled];
  // NaN and infinities would spoil every sum.
  const value = type === 'DOUBLE' ? `case when isfinite(${column}) then ${column} end` : column;
  // Without what adding a million doubles loses.
  const sum = type === 'DOUBLE' ? 'fsum' : 'sum';
  const extremes = [filled, `min(${value}) as min${i}`, `max(${value}) as max${i}`];
  return kind === 'number'
    ? [...extremes, `${sum}(${value}) as sum${i}`, `cast(avg(${value}) as double) as mean${i}`]
    : extremes;
}
