import { type Static, Type } from '@sinclair/typebox';
import { strictObject } from '@workbook-data-service/contract/common';
import { Freshness, Row, Table } from '@workbook-data-service/contract/tables';
import { Problem } from '../../core/problems.js';
import { getTable } from '../../features/tables/get-table.js';
import { readRows } from '../../features/tables/read-rows.js';
import type { StaleCause } from '../../features/tables/stale-causes.js';
import { tableBody } from '../../present/tables.js';
import { ColumnsOffset, NextColumnsOffset, pageOfColumns } from '../columns-page.js';
import { tableInput } from '../inputs.js';
import { rowsOf } from '../rows-of.js';
import { shortened } from '../shorten.js';
import { type ToolContext, tool } from '../tool.js';

const SHOWN_COLUMNS = 100;
const SAMPLE_ROWS = 5;
const SAMPLE_BYTES = 16 * 1024;

const DescribedColumn = Type.Object({
  name: Type.String(),
  type: Type.String(),
  masked: Type.Optional(Type.Boolean()),
  description: Type.Optional(Type.String()),
  formula: Type.Optional(Type.String()),
});

export const describeTable = tool({
  name: 'describe_table',
  description: `Columns with types, formulas and descriptions, row count, freshness, and ${SAMPLE_ROWS} rows. A masked column reads as NULL. A stale table needs \`run_transform\`. \`read_parse_spec\` with its \`source_id\` tells how it was read.`,
  scope: 'workbooks:read',
  effect: 'reads',
  showsCells: true,
  input: strictObject({ ...tableInput, columns_offset: ColumnsOffset }),
  output: Type.Composite([
    Type.Pick(Table, ['name', 'description', 'layer', 'state', 'row_count', 'edit_version', 'source_id']),
    Type.Object({
      stale: Freshness.properties.stale,
      stale_because: Type.Optional(Type.Array(Type.String())),
      column_count: Type.Integer(),
      columns: Type.Array(DescribedColumn),
      next_columns_offset: NextColumnsOffset,
      order_by: Type.Optional(Table.properties.order_by),
      sample: Type.Array(Row),
      sample_note: Type.Optional(Type.String()),
      warnings: Table.properties.warnings,
    }),
  ]),
  run: async (context, input) => {
    const place = { workbookId: input.workbook_id, table: input.table };
    const { table, causes, order } = await getTable(context.service, context.caller, place);
    const body = tableBody(table, causes);
    const { shown, next } = pageOfColumns(body.columns, input.columns_offset, SHOWN_COLUMNS);
    const columns = shown.map(describedColumn);
    return {
      body: {
        name: body.name,
        description: body.description,
        layer: body.layer,
        state: body.state,
        row_count: body.row_count,
        edit_version: body.edit_version,
        source_id: body.source_id,
        stale: body.freshness.stale,
        ...(causes.length > 0 && { stale_because: causes.map(causeText) }),
        column_count: body.columns.length,
        columns,
        next_columns_offset: next,
        ...(order.length > 0 && { order_by: order }),
        ...(await sampleOf(context, place, columns)),
        ...(body.warnings && { warnings: body.warnings }),
      },
    };
  },
});

type ColumnBody = ReturnType<typeof tableBody>['columns'][number];

/** Says only what there is to say: most columns have a name and a type. */
function describedColumn({
  name,
  type,
  masked,
  description,
  formula,
}: ColumnBody): Static<typeof DescribedColumn> {
  return {
    name,
    type,
    ...(masked && { masked }),
    ...(description && { description: shortened(description) }),
    ...(formula && { formula: shortened(formula) }),
  };
}

/** Such as `input_changed: orders`. */
const causeText = ({ reason, table }: StaleCause): string =>
  table === null ? reason : `${reason}: ${table}`;

/** The first rows, as far as the caller may see them and they are short enough. */
async function sampleOf(
  { service, caller }: ToolContext,
  place: { workbookId: string; table: string },
  columns: { name: string }[],
) {
  try {
    const { page, cutBy } = await readRows(service, caller, place, {
      limit: SAMPLE_ROWS,
      columns: JSON.stringify(columns.map(({ name }) => name)),
      format: 'json',
      maxBytes: SAMPLE_BYTES,
    });
    const sample = await rowsOf(page);
    return {
      sample,
      ...(cutBy === 'bytes' && { sample_note: 'Further rows are too long to be shown here.' }),
    };
  } catch (error) {
    if (!(error instanceof Problem) || (error.status !== 403 && error.status !== 413)) throw error;
    return { sample: [], sample_note: error.detail };
  }
}
