import { memo } from 'react';
import { usePreferences } from '../preferences.js';
import { messages, useText } from '../text/text.js';
import styles from './data-grid.module.css';
import { placesShown, ROW_HEIGHT } from './geometry.js';
import type { GridView, Snapshot } from './grid-view.js';
import { rectangleOf } from './selection.js';
import { shownCell } from './shown-cell.js';
import type { CellMarks, GridColumn, GridRow } from './types.js';

const texts = messages(
  { masked: 'masked', loading: 'Loading' },
  { masked: 'マスク済み', loading: '読み込み中' },
);

interface AccessibleRowsProps {
  view: GridView;
  snapshot: Snapshot;
  columns: readonly GridColumn[];
  marks: CellMarks | undefined;
}

/** The cells in view for screen readers, at their places: a canvas says nothing. They are made anew when scrolling rests. */
export const AccessibleRows = memo(({ view, snapshot, columns, marks }: AccessibleRowsProps) => {
  const text = useText(texts);
  const { language } = usePreferences();
  const { rowsAtRest, frozen, starts, offset, gutter, selection } = snapshot;
  const area = selection && rectangleOf(selection);
  const lines = Array.from({ length: rowsAtRest.end - rowsAtRest.first }, (_, i) => rowsAtRest.first + i);
  const shown = placesShown(snapshot);
  const textIn = (row: GridRow, index: number, column: GridColumn) =>
    column.badge === 'masked' ? text.masked : shownCell(row, index, column, language).text;
  return lines.map((line) => {
    const row = view.row(line);
    const isSelectedRow = area && line >= area.rows.first && line < area.rows.end;
    const top = line * ROW_HEIGHT - offset.top;
    return (
      <div key={line} role="row" aria-rowindex={line + 2} className={styles.accessibleRow} style={{ top }}>
        <div role="rowheader" aria-colindex={1} style={{ left: 0, width: gutter }}>
          {line + 1}
        </div>
        {shown.map((index) => {
          const column = columns[index];
          if (!column) return null;
          const left = starts[index] ?? 0;
          const isSelected = isSelectedRow && index >= area.columns.first && index < area.columns.end;
          const mark = row && marks?.(row, index);
          return (
            <div
              key={column.name}
              role="gridcell"
              aria-colindex={index + 2}
              aria-selected={isSelected ?? false}
              style={{
                left: gutter + left - (index < frozen ? 0 : offset.left),
                width: (starts[index + 1] ?? left) - left,
              }}
            >
              {row ? textIn(row, index, column) : text.loading}
              {mark?.label && ` (${mark.label})`}
            </div>
          );
        })}
      </div>
    );
  });
});
