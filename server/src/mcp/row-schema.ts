import { Type } from '@sinclair/typebox';
import { strictObject, TableParams } from '@workbook-data-service/contract/common';
import { rowJsonSchema } from '../features/tables/row-json-schema.js';
import { tool } from './tool.js';

/** Only a resource: a model learns the same, in fewer words, by `describe_table`. */
export const rowSchema = tool({
  name: 'row_schema',
  description: 'The JSON Schema of one row of a table.',
  scope: 'workbooks:read',
  effect: 'reads',
  input: strictObject({
    workbook_id: TableParams.properties.workbook_id,
    table: TableParams.properties.name,
  }),
  output: Type.Object({}),
  run: async ({ service, caller }, { workbook_id, table }) => ({
    body: rowJsonSchema(await service.data.as(caller).describe(workbook_id, table)),
  }),
});
