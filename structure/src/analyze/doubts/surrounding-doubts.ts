import type { CellGrid } from '../../cell-grid.js';
import type { RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import { type Checked, narrowed, type SheetSurvey } from './doubt.js';

/** What the regions of a sheet have in common. */
export function surveySheet(cells: SheetCells, regions: readonly RegionSpec[], grid?: CellGrid): SheetSurvey {
  const texts = regions.filter(({ kind }) => kind !== 'data');
  return {
    regions,
    tables: regions.length - texts.length,
    hasTableLikeText: texts.some(({ range }) =>
      cells.filledRows(range).some((row) => cells.filledInRow(row, narrowed(range)).length > 2),
    ),
    grid,
  };
}

export function surroundingDoubts(
  cells: SheetCells,
  { range }: RegionSpec,
  { regions, tables, hasTableLikeText }: SheetSurvey,
): Checked {
  const others = tables - 1;
  const below = range.bottom + 1;
  const hasNoteBelow = regions.some((other) => other.kind !== 'data' && other.range.top === below);
  return [
    [
      'cells_left_out',
      hasNoteBelow && cells.filledInRow(below, narrowed(range)).length > 1,
      { row: below + 1 },
    ],
    ['another_table', others > 0, {}],
    ['many_tables', others > 2, { tables: others + 1 }],
    ['table_like_notes', hasTableLikeText, {}],
  ];
}
