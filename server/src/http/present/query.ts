import type { Problem } from '../../core/problems.js';
import type { ResultPageView } from '../../features/query/get-result.js';
import type { QueryResult } from '../../features/query/run-query.js';
import type { Validation } from '../../features/query/validate-query.js';
import type { ResultColumn } from '../../workbook/workbook-data.js';
import { type Answer, ok, spliceJson } from '../answer.js';
import { pageBytes } from './pages.js';

export function queryAnswer(result: QueryResult): Answer {
  const manifest = {
    id: result.id,
    columns: columnBodies(result.columns),
    row_count: result.rowCount,
    truncated: result.capped || result.rowCount > result.limit,
    elapsed_ms: Math.round(result.elapsedMs * 10) / 10,
    tables: result.tables.map(({ row, version }) => ({ name: row.name, edit_version: version })),
    expires_at: result.expiresAt,
  };
  if (result.format === 'json') return ok(spliceJson('rows', result.page as string, manifest));
  return pageBytes(result.page, result.format, manifestHeaders(manifest));
}

export function resultAnswer(result: ResultPageView): Answer {
  const manifest = {
    id: result.id,
    columns: columnBodies(result.columns),
    row_count: result.rowCount,
    offset: result.offset,
    next_offset: result.nextOffset,
    expires_at: result.expiresAt,
  };
  if (result.format === 'json') return ok(spliceJson('rows', result.page as string, manifest));
  return pageBytes(result.page, result.format, manifestHeaders(manifest));
}

export function validationBody({ errors, columns, tables, lineage }: Validation) {
  return { valid: errors.length === 0, errors: errors.map(errorBody), columns, tables, lineage };
}

function errorBody(error: Problem) {
  const { line, column } = error.members as { line?: number; column?: number };
  return {
    type: `/problems/${error.slug}`,
    message: error.detail,
    suggested_fix: error.fix,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

/** Masked columns are NULL before the statement runs, so no column of a result hides anything by itself. */
function columnBodies(columns: ResultColumn[]) {
  return columns.map(({ name, type }) => ({ name, type, masked: false }));
}

/** The manifest as one JSON header (ASCII only), with the parts that scripts want on their own. */
function manifestHeaders(manifest: { id: string; row_count: number }): Record<string, string> {
  const json = JSON.stringify(manifest).replaceAll(
    /[^\x20-\x7e]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return {
    'x-svc-result': json,
    'x-svc-result-id': manifest.id,
    'x-svc-row-count': String(manifest.row_count),
  };
}
