import type { MergedAndReturned } from '../features/merging/merge-and-return.js';
import type { MergedFile } from '../features/merging/merge-file.js';
import { ok } from './answer.js';
import { asciiJson } from './ascii-json.js';
import { exportMediaTypes } from './export-media-types.js';
import { exportedFile, exportHeaders } from './exported-file.js';
import type { AnswerHeader } from './header-catalogue.js';
import { conflictBody } from './overrides.js';
import { warningFields } from './warnings.js';

export const mergedMediaTypes = ['application/json', ...Object.values(exportMediaTypes)];
export const mergedFileHeaders = [
  ...exportHeaders,
  'X-SVC-Branch-Id',
  'X-SVC-Result',
] as const satisfies AnswerHeader[];

const MAX_DETAILS = 100;

/** What was merged, or the merged file, with what was merged in a header. */
export function mergedFile(merged: MergedAndReturned) {
  const body = mergedFileBody(merged);
  return merged.returned ? exportedFile(merged.returned, { 'x-svc-result': briefly(body) }) : ok(body);
}

/** Proxies take headers of 4 KB. */
const MAX_HEADER = 3000;

type MergedBody = ReturnType<typeof mergedFileBody>;

/** The same with fewer and fewer entries in its lists, until it fits into a header. */
function briefly(body: MergedBody): string {
  const texts = [20, 5, 1, 0].map((count) => asciiJson(withListsCut(body, count)));
  return texts.find(({ length }) => length <= MAX_HEADER) ?? (texts.at(-1) as string);
}

function withListsCut(body: MergedBody, count: number): MergedBody {
  return {
    ...body,
    tables: body.tables.slice(0, count).map((table) => ({
      ...table,
      readings: table.readings.slice(0, count).map((one) => ({ ...one, cells: [] })),
      skipped: { ...table.skipped, cells: [] },
    })),
    conflicts: body.conflicts.slice(0, count),
    conflict_details: [],
    stale: body.stale.slice(0, count),
    summary: body.summary.slice(0, 30 * count),
    warnings: body.warnings.slice(0, count).map((warning) => warning.slice(0, 200)),
    warning_messages: [],
  };
}

function mergedTableBody(table: MergedFile['tables'][number]) {
  const { name, tableId, version, counts, cells, columns, conflicts, readings, skipped, planned } = table;
  return {
    name,
    artifact_id: tableId,
    edit_version: version,
    rows: counts,
    cells,
    columns,
    conflicts,
    readings,
    skipped,
    ...(planned && { changes: planned.map(({ rowId, ...cell }) => ({ ...cell, row_id: rowId })) }),
  };
}

export function mergedFileBody(merged: MergedFile) {
  const { tables, conflicts } = merged;
  const [only, ...more] = tables;
  const sum = (of: (table: (typeof tables)[number]) => number) =>
    tables.reduce((total, table) => total + of(table), 0);
  return {
    branch_id: merged.branchId,
    op_id: merged.opId,
    edit_version: only && more.length === 0 ? only.version : null,
    applied: sum(({ cells }) => cells),
    inserted: sum(({ counts }) => counts.inserted),
    deleted: sum(({ counts }) => counts.deleted),
    unchanged: sum(({ counts }) => counts.unchanged),
    tables: tables.map(mergedTableBody),
    conflicts: conflicts.map(({ row }) => row.id),
    conflict_details: conflicts.slice(0, MAX_DETAILS).map(conflictBody),
    summary: merged.summary,
    ...warningFields(merged.warnings),
    stale: merged.stale,
    dry_run: merged.dryRun,
  };
}
