import { type Edge, httpEdge, type NamedOperation } from '@workbook-data-service/contract/messages/edge';

/** The tools that do for an agent what operations of the HTTP API do. */
export const toolNames: Partial<Record<NamedOperation, string>> = {
  addColumn: '`change_columns`',
  analyzeSource: '`analyze`',
  createUpload: '`create_upload_slot`',
  exportTables: '`export`',
  getColumns: '`describe_table`',
  getParseSpec: '`read_parse_spec`',
  getTableSchema: '`describe_table`',
  listCharts: '`list_charts`',
  listComments: '`list_comments`',
  listConflicts: '`list_conflicts`',
  listOps: '`list_ops`',
  listSnapshots: '`list_versions`',
  listTables: '`list_tables`',
  listVersions: '`list_versions`',
  mergeTable: '`merge_file`',
  putParseSpec: '`correct_parse_spec`',
  readRows: '`read_rows`',
  updateTransform: '`create_transform` with `replace`',
  upsertRows: '`upsert_rows`',
  validateQuery: '`validate_query`',
};

/** For agents, messages name tools. For what only the HTTP API does, they name the endpoint, which the agent can pass on to its user. */
export const toolEdge: Edge = {
  operation: (id, place) => toolNames[id] ?? `${httpEdge.operation(id, place)} of the HTTP API`,
  forPaths: () => '',
};
