import { type CSSProperties, memo } from 'react';
import { type CellRange, cellName, contains, overlap } from '../cells.js';
import type { SheetMetrics } from './sheet-metrics.js';
import { ROW_HEIGHT } from './sheet-metrics.js';
import styles from './sheet-view.module.css';
import { type CellLook, charactersOf, type DrawnCell, type Tiles } from './use-tiles.js';

const CHARACTER = 7.3;

/** The cells in view, drawn as a spreadsheet program draws them. */
export const CellLayer = memo(function CellLayer({
  tiles,
  metrics,
  view,
  idOf,
}: {
  tiles: Tiles;
  metrics: SheetMetrics;
  view: CellRange;
  idOf: (row: number, column: number) => string;
}) {
  const merges = tiles.merges.filter((merge) => overlap(merge, view));
  const rows = new Map<number, { cell: DrawnCell; range: CellRange }[]>();
  const add = (cell: DrawnCell, range: CellRange) => {
    const row = rows.get(range.top) ?? [];
    row.push({ cell, range });
    rows.set(range.top, row);
  };
  for (const merge of merges) {
    const cell = tiles.at(merge.top, merge.left);
    if (cell) add(cell, merge);
  }
  for (let row = view.top; row <= view.bottom; row++) {
    for (let column = view.left; column <= view.right; column++) {
      const cell = tiles.at(row, column);
      if (!cell || merges.some((merge) => contains(merge, row, column))) continue;
      add(cell, { top: row, left: column, bottom: row, right: column });
    }
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([row, cells]) => (
      // biome-ignore lint/a11y/useSemanticElements: only the cells in view exist, at places of their own.
      // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and names its active cell.
      <div key={row} role="row" aria-rowindex={row + 1}>
        {cells
          .sort((a, b) => a.range.left - b.range.left)
          .map(({ cell, range }) => (
            // biome-ignore lint/a11y/useSemanticElements: as above.
            // biome-ignore lint/a11y/useFocusableInteractive: as above.
            <div
              key={cell.column}
              id={idOf(cell.row, cell.column)}
              role="gridcell"
              aria-colindex={cell.column + 1}
              aria-label={`${cellName(cell.row, cell.column)} ${cell.text}`}
              className={`${styles.cell} ${cell.look?.wrap ? styles.wrapped : ''}`}
              style={{ ...placeOf(cell, range, tiles, metrics), ...looksOf(cell) }}
              title={cell.formula ?? (cell.text.length > 12 ? cell.text : undefined)}
            >
              <span style={cell.look?.wrap ? { WebkitLineClamp: linesIn(range) } : undefined}>
                {cell.text}
              </span>
            </div>
          ))}
      </div>
    ));
});

/** How many lines of wrapped text fit: two into a row, in which a line is half as high as in a spreadsheet program. */
const linesIn = ({ top, bottom }: CellRange): number => 2 * (bottom - top + 1);

/** Texts run on over blank neighbours, as in a spreadsheet program. */
function placeOf(cell: DrawnCell, range: CellRange, tiles: Tiles, metrics: SheetMetrics): CSSProperties {
  const box = cell.look && hasLines(cell.look) ? withSharedLines(metrics.box(range)) : metrics.box(range);
  const isPlainText =
    cell.kind === 'text' && !cell.look?.wrap && !cell.look?.fill && range.left === range.right;
  const alignment = cell.look?.align;
  if (!isPlainText || (alignment && alignment !== 'left')) return box;
  const wanted = charactersOf(cell.text) * CHARACTER;
  let last = range.right;
  while (
    metrics.left(last + 1) - box.left < wanted &&
    last + 1 < metrics.columns &&
    isFree(tiles.at(cell.row, last + 1))
  )
    last++;
  return { ...box, width: metrics.left(last + 1) - box.left };
}

const isFree = (cell: DrawnCell | undefined): boolean => !cell || (cell.kind === 'blank' && !cell.look?.fill);

const hasLines = ({ borders }: CellLook): boolean => Object.keys(borders).length > 0;

/** Cells beside each other have one line between them. */
const withSharedLines = ({ left, top, width, height }: ReturnType<SheetMetrics['box']>) => ({
  left: left - 1,
  top: top - 1,
  width: width + 1,
  height: height + 1,
});

const alignments: Record<string, CSSProperties['justifyContent']> = {
  left: 'flex-start',
  center: 'center',
  right: 'flex-end',
  centerContinuous: 'center',
  distributed: 'center',
};
const verticals: Record<string, CSSProperties['alignItems']> = {
  top: 'flex-start',
  center: 'center',
  bottom: 'flex-end',
};
const thick = new Set(['medium', 'thick', 'double']);

function looksOf({ kind, look }: DrawnCell): CSSProperties {
  const isNumber = kind === 'number' || kind === 'date';
  const justifyContent =
    alignments[look?.align ?? ''] ??
    (isNumber ? 'flex-end' : kind === 'boolean' || kind === 'error' ? 'center' : 'flex-start');
  if (!look) return { justifyContent };
  const lines = [look.underline && 'underline', look.strikethrough && 'line-through']
    .filter(Boolean)
    .join(' ');
  return {
    justifyContent,
    alignItems: verticals[look.vertical_align ?? ''],
    fontWeight: look.bold ? 700 : undefined,
    fontStyle: look.italic ? 'italic' : undefined,
    textDecoration: lines || undefined,
    color: look.font_color && `#${look.font_color}`,
    background: look.fill && `#${look.fill}`,
    whiteSpace: look.wrap ? 'pre-wrap' : undefined,
    lineHeight: look.wrap ? `${ROW_HEIGHT / 2}px` : undefined,
    paddingInlineStart: look.indent ? 4 + look.indent * 9 : undefined,
    ...bordersOf(look.borders),
  };
}

function bordersOf({ top, right, bottom, left }: CellLook['borders']): CSSProperties {
  const line = (style: string | undefined) => style && `${thick.has(style) ? 2 : 1}px solid #5b6661`;
  return {
    borderTop: line(top),
    borderRight: line(right),
    borderBottom: line(bottom),
    borderLeft: line(left),
  };
}
