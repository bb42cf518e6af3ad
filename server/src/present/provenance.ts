import type { Static } from '@sinclair/typebox';
import type { CellOrigin as Origin } from '@workbook-data-service/contract/provenance';
import type { VisibleProvenance } from '../features/history/row-provenance.js';
import type { CellOrigin } from '../workbook/reading/provenance/trace-cells.js';

export function provenanceBody({ rowId, version, overridden, cells, inputs }: VisibleProvenance) {
  return {
    row_id: rowId,
    edit_version: version,
    cells: cells.map((cell) => ({
      column: cell.column,
      ...originBody(cell),
      ...(overridden.includes(cell.column) && { overridden: true as const }),
    })),
    ...(inputs && {
      inputs: inputs.map(({ table, rowIds, total }) => ({
        table: table.record.name,
        artifact_id: table.record.id,
        edit_version: table.version,
        row_ids: rowIds,
        total,
        truncated: total !== null && total > (rowIds?.length ?? 0),
      })),
    }),
  };
}

function originBody({ from, derivation }: CellOrigin): Static<typeof Origin> {
  return {
    source: from?.source ?? null,
    sheet: from?.sheet ?? null,
    cell: from?.address ?? null,
    raw_value: from?.rawValue ?? null,
    ...(derivation && {
      derived_from: derivation.cells.map(({ table, column, rowId, ...origin }) => ({
        table: table.record.name,
        artifact_id: table.record.id,
        edit_version: table.version,
        column,
        row_id: rowId,
        ...originBody(origin),
      })),
      exact: derivation.exact,
      truncated: derivation.truncated,
    }),
  };
}
