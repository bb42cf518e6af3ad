import type { Tool } from './tool.js';
import { addComment } from './tools/add-comment.js';
import { analyze } from './tools/analyze.js';
import { changeColumns } from './tools/change-columns.js';
import { changeTable } from './tools/change-table.js';
import { correctParseSpec } from './tools/correct-parse-spec.js';
import { createChart } from './tools/create-chart.js';
import { createTransform } from './tools/create-transform.js';
import { createUploadSlot } from './tools/create-upload-slot.js';
import { createVersion } from './tools/create-version.js';
import { createWorkbook } from './tools/create-workbook.js';
import { deleteChart } from './tools/delete-chart.js';
import { deleteRows } from './tools/delete-rows.js';
import { describeTable } from './tools/describe-table.js';
import { diffVersions } from './tools/diff-versions.js';
import { exportTables } from './tools/export.js';
import { listCharts } from './tools/list-charts.js';
import { listComments } from './tools/list-comments.js';
import { listConflicts } from './tools/list-conflicts.js';
import { listOps } from './tools/list-ops.js';
import { listTables } from './tools/list-tables.js';
import { listVersions } from './tools/list-versions.js';
import { listWorkbooks } from './tools/list-workbooks.js';
import { materialize } from './tools/materialize.js';
import { mergeFile } from './tools/merge-file.js';
import { profileTable } from './tools/profile-table.js';
import { putSheet } from './tools/put-sheet.js';
import { query } from './tools/query.js';
import { readParseSpec } from './tools/read-parse-spec.js';
import { readRows } from './tools/read-rows.js';
import { renderChart } from './tools/render-chart.js';
import { renderSheet } from './tools/render-sheet.js';
import { resolveConflict } from './tools/resolve-conflict.js';
import { restoreVersion } from './tools/restore-version.js';
import { review } from './tools/review.js';
import { reviseSource } from './tools/revise-source.js';
import { rowHistory } from './tools/row-history.js';
import { runTransform } from './tools/run-transform.js';
import { search } from './tools/search.js';
import { traceRow } from './tools/trace-row.js';
import { undo } from './tools/undo.js';
import { upload } from './tools/upload.js';
import { upsertRows } from './tools/upsert-rows.js';
import { validateQuery } from './tools/validate-query.js';

/** Every tool, in the order in which an agent needs them, by what it is for. A client can choose groups. */
export const toolGroups = {
  read: [
    listWorkbooks,
    search,
    listTables,
    describeTable,
    profileTable,
    query,
    validateQuery,
    readRows,
    traceRow,
    rowHistory,
    listOps,
    review,
  ],
  edit: [
    createWorkbook,
    upsertRows,
    deleteRows,
    changeColumns,
    changeTable,
    undo,
    listConflicts,
    resolveConflict,
  ],
  files: [
    upload,
    createUploadSlot,
    reviseSource,
    mergeFile,
    analyze,
    readParseSpec,
    correctParseSpec,
    materialize,
  ],
  derive: [createTransform, runTransform],
  report: [createChart, listCharts, renderChart, deleteChart, putSheet, renderSheet, exportTables],
  versions: [listVersions, createVersion, diffVersions, restoreVersion],
  comments: [listComments, addComment],
} as const satisfies Record<string, readonly Tool[]>;

export const tools: readonly Tool[] = Object.values(toolGroups).flat();
