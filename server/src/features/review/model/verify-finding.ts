import { type Static, Type } from '@sinclair/typebox';
import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { columnNamed } from '../../../core/column-named.js';
import { plainText } from '../../../core/plain-text.js';
import { Problem } from '../../../core/problems.js';
import { identifier } from '../../../core/sql-text.js';
import type { ReadableTable } from '../../../workbook/governance/governed-tables.js';
import { type FirstRows, firstRows } from '../../../workbook/reading/execute-query.js';
import { readStatement } from '../../../workbook/reading/read-statement.js';
import { EVIDENCE_ROWS, findingId, MAX_ROW_IDS, shownRow, told } from '../finding.js';
import type { Finding } from '../review-rule.js';
import type { AgentPlace } from './agent-tools.js';

/** The rule of findings that a model made. */
export const JUDGEMENT = 'judgement';

const LONGEST_TEXT = 1_000;
const QUERY_MS = 10_000;

export const ReportedFinding = Type.Object({
  table: Type.String({ description: 'The name of the table that it is about' }),
  column: Type.Optional(Type.String({ description: 'The name of the column, if it is about one' })),
  severity: Type.Union([Type.Literal('error'), Type.Literal('warning'), Type.Literal('info')], {
    description: 'error: certainly wrong; warning: to be looked at; info: worth knowing',
  }),
  message: Type.String({
    description: 'What is wrong, with the values concerned, in the language of the table',
  }),
  sql: Type.String({
    maxLength: 5_000,
    description:
      'A SELECT that reads the table and returns exactly the rows that show it, and nothing if all is well. ' +
      `Select ${ROW_ID} of the table, so that the rows are named.`,
  }),
  suggested_fix: Type.String({ description: 'What the owner of the data should do' }),
});

/** The finding as the service itself sees it, or why it does not count. */
export async function verifiedFinding(
  place: AgentPlace,
  tables: readonly ReadableTable[],
  reported: Static<typeof ReportedFinding>,
): Promise<Finding | Message> {
  const table = tables.find(({ record }) => record.name === reported.table);
  if (!table) return say('why-other-table');
  const column = reported.column === undefined ? undefined : columnNamed(table.columns, reported.column);
  if (reported.column !== undefined && !column) return say('why-no-column');
  const message = plainText(reported.message, LONGEST_TEXT);
  if (message === '') return say('why-says-nothing');
  const sql = reported.sql.trim().replace(/[;\s]+$/, '');
  const found = await repeated(place, sql);
  if (found === undefined) return say('why-query-fails');
  if (!found.tables.some(({ record }) => record.id === table.record.id)) return say('why-query-elsewhere');
  if (found.rows.length === 0) return say('why-no-rows');
  const rowIds = rowIdsIn(found);
  if (rowIds && !(await haveRows(place, table, rowIds))) return say('why-unknown-rows');
  const rowCount = found.hasMore ? await counted(place, sql) : found.rows.length;
  if (rowCount === undefined) return say('why-query-fails');
  const fix = plainText(reported.suggested_fix, LONGEST_TEXT);
  return {
    id: findingId(JUDGEMENT, table.record.id, column?.id, sql),
    rule: JUDGEMENT,
    severity: reported.severity,
    table: table.record.name,
    column: column?.name,
    rowIds,
    rowCount,
    ...told(say('found-by-model', { text: message }), say('mend-by-model', { text: fix })),
    evidence: { sql, rows: found.rows.slice(0, EVIDENCE_ROWS).map(shownRow) },
  };
}

/** Undefined if the statement is not allowed, or fails; outages are no answer. */
async function repeated(
  { service, viewer, workbookId }: AgentPlace,
  sql: string,
): Promise<FirstRows | undefined> {
  const request = { workbookId, sql, limit: MAX_ROW_IDS, deadlineMs: QUERY_MS };
  return await firstRows(service.data.as(viewer), request).catch((error: unknown) => {
    if (error instanceof Problem && error.status < 500) return undefined;
    throw error;
  });
}

async function counted(place: AgentPlace, sql: string): Promise<number | undefined> {
  // On lines of their own, so that a comment at the end of the statement ends there.
  const answer = await repeated(place, `select count(*) as n from (\n${sql}\n)`);
  return answer?.rows[0]?.n as number | undefined;
}

/** Undefined if the query does not show them. */
function rowIdsIn({ rows }: FirstRows): number[] | undefined {
  if (!rows.every((row) => ROW_ID in row)) return undefined;
  return rows.map((row) => row[ROW_ID] as number);
}

async function haveRows(
  { service }: AgentPlace,
  table: ReadableTable,
  rowIds: readonly number[],
): Promise<boolean> {
  const ids = [...new Set(rowIds)];
  if (!ids.every(Number.isSafeInteger)) return false;
  const [from, id] = [identifier(table.record.name), identifier(ROW_ID)];
  const sql = `select count(*) as n from ${from} where ${id} in (${ids.join(', ')})`;
  const [answer] = await readStatement(service.data, [table], { sql, limit: 1, deadlineMs: QUERY_MS });
  return answer?.n === ids.length;
}
