import { Type } from '@sinclair/typebox';
import { strictObject } from '@workbook-data-service/contract/common';
import { withDefault } from '@workbook-data-service/contract/defaults';
import { SourceParams } from '@workbook-data-service/contract/sources';
import * as structuring from '../../features/structuring/read-parse-spec.js';
import { parseSpecBody } from '../../present/parse-spec.js';
import { ColumnsOffset } from '../columns-page.js';
import { ShortSpec, SPEC_COLUMNS, shortSpec } from '../short-spec.js';
import { tool } from '../tool.js';

export const readParseSpec = tool({
  name: 'read_parse_spec',
  title: 'See how a file was read',
  description: `How an uploaded file becomes tables: its regions with range, header rows, total rows and columns, ${SPEC_COLUMNS} at a time (\`source\` is the column letter), \`suggestions\` and open \`questions\`, and \`confidence\` from 0 to 1. Rows count from 1. To change it: \`correct_parse_spec\`, then \`materialize\`.`,
  scope: 'workbooks:read',
  effect: 'reads',
  showsCells: true,
  input: strictObject({
    workbook_id: SourceParams.properties.workbook_id,
    source: SourceParams.properties.source_name,
    offset: withDefault(
      Type.Integer({ minimum: 0, description: 'Regions to skip: `next_offset` of the answer before' }),
      0,
    ),
    columns_offset: ColumnsOffset,
  }),
  output: ShortSpec,
  run: async ({ service, caller }, { workbook_id, source: name, offset, columns_offset }) => {
    const place = { workbookId: workbook_id, source: name };
    const { source, spec } = await structuring.readParseSpec(service, caller, place);
    return { body: shortSpec(parseSpecBody(source, spec), { offset, columnsOffset: columns_offset }) };
  },
});
