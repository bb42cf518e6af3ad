import type { RegionSpec } from '../parse-spec.js';
import type { SheetCells } from '../sheet-cells.js';
import type { LabelPlace } from './remembered.js';

const maxPlaces = 20;

export function rememberLabelPlaces({ range, rowLabels }: RegionSpec): LabelPlace[] | undefined {
  const places = Object.entries(rowLabels ?? {}).map(([row, cell]) =>
    JSON.stringify({ rows: cell.row - Number(row), columns: cell.column - range.left }),
  );
  const distinct = [...new Set(places)].slice(0, maxPlaces);
  return distinct.length > 0 ? distinct.map((one): LabelPlace => JSON.parse(one)) : undefined;
}

/** The labels of computed rows that have no other text, where one like them had its own. */
export function labelsAtPlaces(
  cells: SheetCells,
  { range }: Pick<RegionSpec, 'range'>,
  derived: readonly number[],
  places: readonly LabelPlace[],
): RegionSpec['rowLabels'] {
  const found: NonNullable<RegionSpec['rowLabels']> = {};
  for (const row of derived) {
    const cell = places
      .map(({ rows, columns }) => ({ row: row + rows, column: range.left + columns }))
      .find((one) => !cells.isBlank(one.row, one.column) && !cells.isNumber(one.row, one.column));
    const isLabel = (column: number) => row === cell?.row && column === cell.column;
    const hasNoOther = cells
      .filledInRow(row, range)
      .every((column) => isLabel(column) || cells.isNumber(row, column));
    if (cell && hasNoOther) found[row] = cell;
  }
  return Object.keys(found).length > 0 ? found : undefined;
}
