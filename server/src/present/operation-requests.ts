import type { OperationInputs, OperationName } from '../core/operations.js';

interface RepeatingRequest {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the table, or to the workbook if no table is concerned. */
  path: string;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/**
 * The request that repeats an operation. Operations that no single request can repeat are shown by their
 * input.
 */
const requests: { [Name in OperationName]?: (input: OperationInputs[Name]) => RepeatingRequest } = {
  createTable: (input) => ({ method: 'POST', path: 'tables', body: input }),
  renameTable: ({ name, expectedVersion }) => ({
    method: 'PATCH',
    path: '',
    body: { name, expected_version: expectedVersion },
  }),
  deleteTable: ({ expectedVersion, cascade }) => ({
    method: 'DELETE',
    path: '',
    query: { expected_version: expectedVersion, cascade },
  }),
  setTableState: ({ state }) => ({ method: 'POST', path: state === 'archived' ? 'archive' : 'unarchive' }),
  describeTable: ({ description }) => ({ method: 'PUT', path: 'description', body: { description } }),
  upsertRows: ({ rows, expectedVersion, matchOn }) => ({
    method: 'POST',
    path: 'rows/upsert',
    body: { rows, expected_version: expectedVersion, match_on: matchOn },
  }),
  deleteRows: ({ rowIds, expectedVersion }) => ({
    method: 'POST',
    path: 'rows/delete',
    body: { row_ids: rowIds, expected_version: expectedVersion },
  }),
  replaceValues: ({ column, replacements, expectedVersion }) => ({
    method: 'POST',
    path: `${columnPath(column)}/replace-values`,
    body: { replacements, expected_version: expectedVersion },
  }),
  dropOverrides: ({ cells, expectedVersion }) => ({
    method: 'POST',
    path: 'overrides/drop',
    body: { ...(cells ? { cells: cells.map(cellBody) } : { all: true }), expected_version: expectedVersion },
  }),
  addColumn: ({ expectedVersion, ...column }) => ({
    method: 'POST',
    path: 'columns',
    body: { ...column, expected_version: expectedVersion },
  }),
  dropColumn: ({ column, expectedVersion }) => ({
    method: 'DELETE',
    path: columnPath(column),
    query: { expected_version: expectedVersion },
  }),
  renameColumn: ({ column, newName, expectedVersion }) => ({
    method: 'PATCH',
    path: columnPath(column),
    body: { new_name: newName, expected_version: expectedVersion },
  }),
  retypeColumn: ({ column, expectedVersion, ...retyping }) => ({
    method: 'PATCH',
    path: columnPath(column),
    body: { ...retyping, expected_version: expectedVersion },
  }),
  describeColumn: ({ column, description }) => ({
    method: 'PUT',
    path: `${columnPath(column)}/description`,
    body: { description },
  }),
  setFormula: ({ expectedVersion, ...formula }) => ({
    method: 'PUT',
    path: 'formulas',
    body: { ...formula, expected_version: expectedVersion },
  }),
  setAnnotations: ({ annotations }) => ({
    method: 'POST',
    path: 'annotations',
    body: { annotations: annotations.map(cellBody) },
  }),
  deleteAnnotations: ({ targets }) => ({
    method: 'POST',
    path: 'annotations/delete',
    body: { targets: targets.map(cellBody) },
  }),
  tagColumn: ({ column, tag }) => ({ method: 'POST', path: `${columnPath(column)}/tags`, body: { tag } }),
  untagColumn: ({ column, tag }) => ({
    method: 'DELETE',
    path: `${columnPath(column)}/tags/${encodeURIComponent(tag)}`,
  }),
  setPolicy: ({ tag, ...rule }) => ({
    method: 'PUT',
    path: `policies/${encodeURIComponent(tag)}`,
    body: rule,
  }),
  removePolicy: ({ tag, role }) => ({
    method: 'DELETE',
    path: `policies/${encodeURIComponent(tag)}`,
    query: { role },
  }),
  exportTables: ({ tables, format }) => ({
    method: 'POST',
    path: 'export',
    body: { tables, format, record_branch: true },
  }),
  closeBranch: ({ branchId }) => ({ method: 'POST', path: `branches/${branchId}/close`, body: {} }),
  unbindSheet: ({ binding }) => ({ method: 'DELETE', path: `sync-bindings/${binding}` }),
  putSheet: ({ sheet, ...body }) => ({ method: 'PUT', path: `sheets/${encodeURIComponent(sheet)}`, body }),
  deleteSheet: ({ sheet }) => ({ method: 'DELETE', path: `sheets/${encodeURIComponent(sheet)}` }),
  putChart: ({ name, chart }) => ({
    method: 'PUT',
    path: `charts/${encodeURIComponent(name)}`,
    body: chart as Record<string, unknown>,
  }),
  deleteChart: ({ chart }) => ({ method: 'DELETE', path: `charts/${encodeURIComponent(chart)}` }),
  undoOp: ({ opId }) => ({ method: 'POST', path: `ops/${opId}/undo`, body: {} }),
  resolveConflict: ({ conflictId, action }) => ({
    method: 'POST',
    path: `conflicts/${conflictId}/resolve`,
    body: { action },
  }),
  commitSnapshot: ({ summary, eventType }) => ({
    method: 'POST',
    path: 'snapshots',
    body: { summary, event_type: eventType },
  }),
  createVersion: (input) => ({ method: 'POST', path: 'versions', body: input }),
  restoreSnapshot: ({ snapshotId }) => ({
    method: 'POST',
    path: `snapshots/${snapshotId}/restore`,
    body: {},
  }),
  deleteSource: ({ source, cascade }) => ({
    method: 'DELETE',
    path: `sources/${encodeURIComponent(source)}`,
    query: { cascade },
  }),
  revertFileVersion: ({ link, n }) => ({
    method: 'POST',
    path: `file-links/${link}/versions/${n}/revert`,
    body: {},
  }),
  untrackFile: ({ link }) => ({ method: 'DELETE', path: `file-links/${link}` }),
  deleteTransform: ({ transform, cascade }) => ({
    method: 'DELETE',
    path: `transforms/${transform}`,
    query: { cascade },
  }),
};

/** The code of an op: the request that repeats it or, if there is none, its input. */
export function operationCode(operation: string, input: unknown): unknown {
  const request = requests[operation as OperationName] as ((input: unknown) => RepeatingRequest) | undefined;
  return request ? request(input) : input;
}

const columnPath = (column: string) => `columns/${encodeURIComponent(column)}`;

function cellBody<Cell extends { rowId: number | null }>({ rowId, ...cell }: Cell) {
  return { row_id: rowId, ...cell };
}
