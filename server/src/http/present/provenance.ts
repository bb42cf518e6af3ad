import type { RowProvenance } from '../../features/history/row-provenance.js';

export function provenanceBody({ rowId, version, cells }: RowProvenance) {
  return {
    row_id: rowId,
    edit_version: version,
    cells: cells.map(({ column, from }) => ({
      column,
      source: from?.source ?? null,
      sheet: from?.sheet ?? null,
      cell: from?.address ?? null,
      raw_value: from?.rawValue ?? null,
    })),
  };
}
