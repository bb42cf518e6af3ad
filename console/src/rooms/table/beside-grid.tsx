import { lazy, Suspense } from 'react';
import type { GridColumn, GridRow } from '../../grid/types.js';
import { CellPanel, NoCellPanel } from './cell-panel.js';
import type { Comment } from './comment-thread.js';
import type { TablePlace } from './first-rows.js';

const CommentsPanel = lazy(async () => ({ default: (await import('./comments-panel.js')).CommentsPanel }));

export type Panel = 'cell' | 'comments';

interface BesideGridProps {
  place: TablePlace;
  panel: Panel | undefined;
  /** The selected cell: its row, the place of that in the grid from 1, and its column. */
  row: GridRow | undefined;
  number: number;
  column: GridColumn | undefined;
  value: unknown;
  computed: unknown;
  mayComment: boolean;
  onGoTo: (target: Comment['target']) => void;
  onClose: () => void;
}

/** The panel beside the grid: what people say, or what is known of the selected cell. */
export function BesideGrid({ place, panel, row, number, column, ...others }: BesideGridProps) {
  const { mayComment, onGoTo, onClose } = others;
  if (panel === 'comments') {
    const cell = row?.id &&
      column && {
        rowId: Number(row.id),
        number,
        column: column.name,
        isMasked: column.badge === 'masked',
      };
    return (
      <Suspense>
        <CommentsPanel
          place={place}
          cell={cell || undefined}
          mayWrite={mayComment}
          onGoTo={onGoTo}
          onClose={onClose}
        />
      </Suspense>
    );
  }
  if (panel === undefined) return null;
  if (!row || !column) return <NoCellPanel onClose={onClose} />;
  return (
    <CellPanel
      place={place}
      row={row}
      number={number}
      column={column}
      value={others.value}
      computed={others.computed}
      onClose={onClose}
    />
  );
}
