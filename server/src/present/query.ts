import { inWordsOf } from '@workbook-data-service/contract/messages';
import { type Edge, httpEdge } from '@workbook-data-service/contract/messages/edge';
import type { Problem } from '../core/problems.js';
import type { ResultPageView } from '../features/query/get-result.js';
import type { QueryResult } from '../features/query/run-query.js';
import type { Validation } from '../features/query/validate-query.js';
import type { QueryColumn } from '../workbook/reading/execute-query.js';
import type { PageCut } from '../workbook/reading/take-page.js';
import { ok, spliceJson } from './answer.js';
import { asciiJson } from './ascii-json.js';
import { codeFields, codeFieldsOf } from './messages.js';
import { pageBytes } from './pages.js';
import { warningsBody } from './warnings.js';

export function queryAnswer(result: QueryResult) {
  const manifest = queryBody(result);
  if (result.format === 'json') return ok(spliceJson('rows', result.page, manifest));
  return pageBytes(result.page, result.format, manifestHeaders(manifest));
}

/** Everything about a result except its rows. */
export function queryBody(result: QueryResult) {
  return {
    id: result.id,
    columns: columnBodies(result.columns),
    ...rowsBody(result, result.pageRows < result.rowCount ? result.pageRows : null),
    elapsed_ms: Math.round(result.elapsedMs * 10) / 10,
    tables: result.tables.map(({ record, version }) => ({ name: record.name, edit_version: version })),
    expires_at: result.expiresAt,
    ...warningsBody(...result.tables),
  };
}

export function resultAnswer(result: ResultPageView) {
  const manifest = {
    id: result.id,
    columns: columnBodies(result.columns),
    ...rowsBody(result, result.nextOffset),
    offset: result.offset,
    expires_at: result.expiresAt,
  };
  if (result.format === 'json') return ok(spliceJson('rows', result.page, manifest));
  return pageBytes(result.page, result.format, manifestHeaders(manifest));
}

export function validationBody({ errors, columns, tables, lineage }: Validation, edge = httpEdge) {
  const faults = errors.map((error) => errorBody(error, edge));
  return { valid: errors.length === 0, errors: faults, columns, tables, lineage };
}

function errorBody(error: Problem, edge: Edge) {
  const { line, column } = error.members as { line?: number; column?: number };
  return {
    type: `/problems/${error.slug}`,
    message: error.detail,
    ...codeFields(error.said.detail),
    suggested_fix: inWordsOf(edge, error.said.fix),
    ...codeFieldsOf('fix', error.said.fix),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

interface ShownRows {
  rowCount: number;
  totalRows: number | null;
  capped: boolean;
  cutBy: PageCut | null;
}

/** The counts of a page, and the offset of the next one. */
function rowsBody({ rowCount, totalRows, capped, cutBy }: ShownRows, nextOffset: number | null) {
  const truncatedBy: 'limit' | 'bytes' | 'row_cap' | null =
    nextOffset === null ? (capped ? 'row_cap' : null) : (cutBy ?? 'limit');
  return {
    row_count: rowCount,
    row_count_capped: capped,
    total_row_count: totalRows,
    truncated: truncatedBy !== null,
    truncated_by: truncatedBy,
    next_offset: nextOffset,
  };
}

function columnBodies(columns: QueryColumn[]) {
  return columns.map(({ name, type, masked }) => ({ name, type, masked }));
}

/** The manifest as one JSON header, and in separate headers the parts that scripts use. */
function manifestHeaders(manifest: { id: string } & ReturnType<typeof rowsBody>): Record<string, string> {
  return {
    'x-svc-result': asciiJson(manifest),
    'x-svc-result-id': manifest.id,
    'x-svc-row-count': String(manifest.row_count),
    ...(manifest.truncated_by !== null && { 'x-svc-truncated-by': manifest.truncated_by }),
    ...(manifest.next_offset !== null && { 'x-svc-next-offset': String(manifest.next_offset) }),
  };
}
