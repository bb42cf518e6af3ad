import { Type } from '@sinclair/typebox';
import { nullable, strictObject } from '@workbook-data-service/contract/common';
import { RowParams } from '@workbook-data-service/contract/editing';
import { RowProvenance } from '@workbook-data-service/contract/provenance';
import { Row } from '@workbook-data-service/contract/tables';
import { rowProvenance, type VisibleProvenance } from '../../features/history/row-provenance.js';
import { ColumnsOffset, NextColumnsOffset, pageOfColumns } from '../columns-page.js';
import { tableInput } from '../inputs.js';
import { shortenedCell } from '../shorten.js';
import { tool } from '../tool.js';

const SHOWN_COLUMNS = 25;
const SHOWN_ORIGINS = 10;
const SHOWN_ROW_IDS = 20;
const LONGEST_VALUE = 100;

export const traceRow = tool({
  name: 'trace_row',
  description: `Where the cells of a row come from: cells of the file with their values there; of a derived row also cells of other tables.`,
  scope: 'workbooks:read',
  effect: 'reads',
  showsCells: true,
  input: strictObject({ ...tableInput, row_id: RowParams.properties.row_id, columns_offset: ColumnsOffset }),
  notes: { row_id: '' },
  output: Type.Object({
    edit_version: RowProvenance.properties.edit_version,
    cells: Type.Array(
      Type.Object({
        column: Type.String(),
        overridden: Type.Optional(Type.Literal(true)),
        origins: Type.Array(Row),
        complete: Type.Boolean(),
      }),
    ),
    inputs: Type.Optional(
      Type.Array(
        Type.Object({
          table: Type.String(),
          row_ids: nullable(Type.Array(Type.Integer())),
          total: nullable(Type.Integer()),
        }),
      ),
    ),
    next_columns_offset: NextColumnsOffset,
  }),
  run: async ({ service, caller }, { workbook_id, table, row_id, columns_offset }) => {
    const place = { workbookId: workbook_id, table, rowId: row_id };
    const { version, cells, inputs, overridden } = await rowProvenance(service, caller, place);
    const { shown, next } = pageOfColumns(cells, columns_offset, SHOWN_COLUMNS);
    return {
      body: {
        edit_version: version,
        cells: shown.map((cell) => ({
          column: cell.column,
          ...(overridden.includes(cell.column) && { overridden: true as const }),
          ...originsOf(cell),
        })),
        ...(inputs && { inputs: inputs.map(shortInput) }),
        next_columns_offset: next,
      },
    };
  },
});

type Origin = Pick<VisibleProvenance['cells'][number], 'from' | 'derivation'>;

/** The cells that a cell comes from, breadth first: a flat list is easier to read than what they form, a tree. */
function originsOf(cell: Origin) {
  const origins = cell.from ? [fileCell(cell)] : [];
  let isComplete = true;
  const queue: Origin[] = [cell];
  for (const { derivation } of queue) {
    if (!derivation) continue;
    isComplete &&= derivation.exact && !derivation.truncated;
    for (const source of derivation.cells) {
      if (origins.length >= SHOWN_ORIGINS) return { origins, complete: false };
      const { table, column, rowId } = source;
      origins.push({ table: table.record.name, column, row_id: rowId, ...fileCell(source) });
      queue.push(source);
    }
  }
  return { origins, complete: isComplete };
}

function fileCell({ from }: Origin): Record<string, unknown> {
  if (!from) return {};
  const { source, sheet, address, rawValue } = from;
  return { source, sheet, cell: address, raw_value: shortenedCell(rawValue, LONGEST_VALUE) };
}

function shortInput({ table, rowIds, total }: NonNullable<VisibleProvenance['inputs']>[number]) {
  return { table: table.record.name, row_ids: rowIds?.slice(0, SHOWN_ROW_IDS) ?? null, total };
}
