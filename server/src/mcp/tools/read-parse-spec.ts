import { Type } from '@sinclair/typebox';
import { strictObject } from '@workbook-data-service/contract/common';
import { withDefault } from '@workbook-data-service/contract/defaults';
import { SourceParams } from '@workbook-data-service/contract/sources';
import * as structuring from '../../features/structuring/read-parse-spec.js';
import { parseSpecBody } from '../../present/parse-spec.js';
import { ColumnsOffset } from '../columns-page.js';
import { ShortSpec, shortSpec } from '../short-spec.js';
import { tool } from '../tool.js';

export const readParseSpec = tool({
  name: 'read_parse_spec',
  description: `How a file becomes tables: regions with their rows (from 1) and columns (\`source\` is the letter), \`suggestions\`, \`questions\`, \`alternatives\`, \`confidence\` from 0 to 1. Next: \`correct_parse_spec\`, \`materialize\`.`,
  scope: 'workbooks:read',
  effect: 'reads',
  showsCells: true,
  input: strictObject({
    workbook_id: SourceParams.properties.workbook_id,
    source: SourceParams.properties.source_name,
    offset: withDefault(Type.Integer({ minimum: 0 }), 0),
    columns_offset: ColumnsOffset,
  }),
  output: ShortSpec,
  run: async ({ service, caller }, { workbook_id, source: name, offset, columns_offset }) => {
    const place = { workbookId: workbook_id, source: name };
    const { source, spec } = await structuring.readParseSpec(service, caller, place);
    return { body: shortSpec(parseSpecBody(source, spec), { offset, columnsOffset: columns_offset }) };
  },
});
