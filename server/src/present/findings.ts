import { cellAddress, formatRange } from '@workbook-data-service/sheets/addresses';
import type { CellCoverage, PartOfTotal, StatedTotal } from '@workbook-data-service/structure/parse-spec';

export function coverageBody({ sheet, cells, placed, unplaced }: CellCoverage & { sheet: string }) {
  return {
    sheet,
    cells,
    placed,
    unplaced: unplaced.total,
    unplaced_cells: unplaced.cells.map(addressOf),
    uncomputed_cells: unplaced.cells.filter(({ reason }) => reason === 'uncomputed_formula').map(addressOf),
  };
}

export function totalBody({ cell, parts, ...total }: StatedTotal & { sheet: string }) {
  return { ...total, cell: addressOf(cell), ...(parts && { parts: parts.map(partAddress) }) };
}

/** `B3:B7`, or `-B8` for what is subtracted. */
function partAddress({ sign, ...range }: PartOfTotal): string {
  return `${sign === -1 ? '-' : ''}${formatRange({ ...range, top: range.top + 1, bottom: range.bottom + 1 })}`;
}

/** Rows count from 0 in the service. */
function addressOf({ row, column }: { row: number; column: number }): string {
  return cellAddress(row + 1, column);
}
