import { Type } from '@sinclair/typebox';
import { nullable, strictObject, TableParams } from '@workbook-data-service/contract/common';
import { DryRunQuery } from '@workbook-data-service/contract/editing';
import { say } from '@workbook-data-service/contract/messages';
import { MaterializeRequest } from '@workbook-data-service/contract/parse-spec';
import { SourceParams } from '@workbook-data-service/contract/sources';
import { problem } from '../../core/problems.js';
import { type MaterializedSource, materializeSource } from '../../features/structuring/materialize-source.js';
import { expectedVersion } from '../../features/tables/writable-table.js';
import { tool } from '../tool.js';

const { regions, column_mapping, expected_version } = MaterializeRequest.properties;
const mapping = 'The column of `append_to` for each column of the region; null leaves it out';
const MAX_TABLES = 100;

export const materialize = tool({
  name: 'materialize',
  description:
    'Makes tables of a file by its parse spec; earlier ones stay, unless `replaces` names them (new ones take their names) or `update` renews them all, keeping row ids and edits. `append_to` adds the rows of one region to a table instead, with its `expected_version`, and `column_mapping` {"from": "to" or null} where names differ.',
  scope: 'workbooks:write',
  effect: 'writes',
  storesData: true,
  input: strictObject({
    workbook_id: SourceParams.properties.workbook_id,
    source: SourceParams.properties.source_name,
    regions,
    append_to: Type.Optional(TableParams.properties.name),
    update: Type.Optional(Type.Boolean({ description: 'Not with `regions`, `append_to` or `replaces`' })),
    replaces: Type.Optional(
      Type.Array(TableParams.properties.name, {
        maxItems: 100,
        description: 'Tables of this file that go, so that new ones take their names',
      }),
    ),
    column_mapping: { ...column_mapping, description: mapping },
    expected_version: { ...expected_version, description: 'Needed with `append_to`' },
    dry_run: DryRunQuery.properties.dry_run,
  }),
  notes: {
    regions: 'Ids, else all of kind `data`',
    update: '',
    replaces: '',
    column_mapping: '',
    expected_version: '',
  },
  output: Type.Object({
    table_count: Type.Integer(),
    tables: Type.Array(Type.Object({ name: Type.String(), row_count: nullable(Type.Integer()) })),
    appended_rows: Type.Optional(Type.Integer()),
    op_id: Type.Optional(Type.Integer()),
  }),
  run: async ({ service, caller }, { workbook_id, source, append_to: table, update, ...input }) => {
    const append = table === undefined ? undefined : { table, ...target(input) };
    const replaces = input.replaces?.map((name) => ({ name, expectedVersion: null }));
    if (update && (append || input.regions || replaces))
      throw problem('invalid-request', say('update-of-all'));
    const place = { workbookId: workbook_id, source };
    const request = { regions: input.regions, append, replaces, updates: update, dryRun: input.dry_run };
    return { body: madeTables(await materializeSource(service, caller, place, request, {})) };
  },
});

function target(input: {
  expected_version?: number | null | undefined;
  column_mapping?: Record<string, string | null> | undefined;
}) {
  return {
    expectedVersion: expectedVersion(input.expected_version, undefined),
    columnMapping: input.column_mapping ?? {},
  };
}

function madeTables({ tables, appended }: MaterializedSource) {
  return {
    table_count: tables.length,
    tables: tables.slice(0, MAX_TABLES).map(({ name, row_count }) => ({ name, row_count })),
    ...(appended && { appended_rows: appended.rows, op_id: appended.opId }),
  };
}
