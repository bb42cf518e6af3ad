import { createHash } from 'node:crypto';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { type Excerpt, excerptOf } from '@workbook-data-service/contract/messages/words';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../core/sql-text.js';
import { MAX_MENDED, type Mend, mendRequest } from './mends.js';
import type { ReviewContext } from './review-context.js';
import type { Finding, FixRequest, ReviewRule, Severity } from './review-rule.js';
import type { ReviewedColumn, ReviewedTable } from './reviewed-table.js';

export const MAX_ROW_IDS = 100;
export const EVIDENCE_ROWS = 5;
const LONGEST_CELL = 200;
const TOTAL = '__svc_total';

interface FindingOf {
  table: ReviewedTable;
  /** Tables besides `table` that the query reads. */
  with?: readonly ReviewedTable[];
  column?: ReviewedColumn | undefined;
  /** Tells findings of one rule in one column apart. */
  subject?: string;
  severity?: Severity;
  /** A SELECT of the rows concerned, without ORDER BY. */
  query: string;
  /** In SQL; by row id unless it is given. */
  orderBy?: string;
  message: (found: FoundRows) => Message;
  fix: Message;
  request?: FixRequest | undefined;
  mend?: Mend | undefined;
}

interface FoundRows {
  rowCount: number;
  /** The first few, as the query returns them. */
  rows: Record<string, unknown>[];
}

/** Runs the query of a finding; there is none if the query returns nothing. */
export async function finding(
  context: ReviewContext,
  rule: Pick<ReviewRule, 'id' | 'severity'>,
  of: FindingOf,
): Promise<Finding[]> {
  const { table, column, query, orderBy = identifier(ROW_ID) } = of;
  const counted = `select *, count(*) over () as ${TOTAL} from (${query}) order by ${orderBy}`;
  const found = await context.rows([table, ...(of.with ?? [])], counted, MAX_ROW_IDS);
  const [first] = found;
  if (!first) return [];
  const rowCount = first[TOTAL] as number;
  const rows = found.slice(0, EVIDENCE_ROWS).map(shownRow);
  const rowIds = ROW_ID in first ? found.map((row) => row[ROW_ID] as number) : undefined;
  const mended =
    of.mend && rowIds && rowCount <= MAX_MENDED
      ? await mendRequest(context, [table, ...(of.with ?? [])], of.mend, rowIds)
      : undefined;
  return [
    {
      id: findingId(rule.id, table.table.record.id, column?.id, of.subject),
      rule: rule.id,
      severity: of.severity ?? rule.severity,
      table: table.name,
      column: column?.name,
      rowIds,
      rowCount,
      ...told(of.message({ rowCount, rows }), of.fix),
      evidence: { sql: `${query} order by ${orderBy}`, rows },
      fixRequest: of.request ?? mended,
    },
  ];
}

/** What a finding says, and what to do about it. */
export function told(message: Message, fix: Message) {
  return {
    message: message.text,
    code: message.code,
    params: message.params,
    suggestedFix: fix.text,
    fixCode: fix.code,
    fixParams: fix.params,
  };
}

/** Values of a column that messages show. */
export interface ColumnValues {
  column: string;
  rows: number;
  values: Excerpt;
}

export function valuesIn({ name }: ReviewedColumn, { rowCount, rows }: FoundRows): ColumnValues {
  return { column: name, rows: rowCount, values: excerptOf(rows.map((row) => row[name])) };
}

export function distinctValuesIn({ name }: ReviewedColumn, { rowCount, rows }: FoundRows): ColumnValues {
  return { column: name, rows: rowCount, values: excerptOf([...new Set(rows.map((row) => row[name]))]) };
}

/** By ids rather than names, so that a rename does not make a finding another one. */
export function findingId(
  rule: string,
  tableId: string,
  columnId: string | undefined,
  subject: string | undefined,
): string {
  const place = JSON.stringify([rule, tableId, columnId ?? null, subject ?? null]);
  return `fnd_${createHash('sha256').update(place).digest('hex').slice(0, 20)}`;
}

/** A row of evidence, with long texts cut. */
export function shownRow(row: Record<string, unknown>): Record<string, unknown> {
  const shown = Object.entries(row).filter(([name]) => name !== TOTAL);
  return Object.fromEntries(shown.map(([name, value]) => [name, shownCell(value)]));
}

function shownCell(value: unknown): unknown {
  const text = typeof value === 'string' ? value : undefined;
  return text !== undefined && text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1)}…` : value;
}
