import { ArrowDown, ArrowUp, EyeOff, FunctionSquare, Tag } from 'lucide-react';
import { type PointerEvent, type ReactNode, useState } from 'react';
import { isNumeric } from '../app/column-types.js';
import { useTypeName } from '../app/type-names.js';
import { messages, useText } from '../text/text.js';
import styles from './data-grid.module.css';
import { placesShown } from './geometry.js';
import type { Snapshot } from './grid-view.js';
import type { GridColumn, SortTerm } from './types.js';

const texts = messages(
  {
    sort: (name: string) => `Sort by ${name}`,
    masked: 'Masked',
    formula: 'Formula',
    tag: 'Tagged',
    row: 'Row',
  },
  {
    sort: (name: string) => `「${name}」で並べ替え`,
    masked: 'マスク済み',
    formula: '数式',
    tag: 'タグ付き',
    row: '行',
  },
);

const badges = { masked: EyeOff, formula: FunctionSquare, tag: Tag };

/** How far a title is pulled before its column moves, in pixels. */
const MIN_PULL = 6;

interface GridHeaderProps {
  columns: readonly GridColumn[];
  snapshot: Snapshot;
  sort: readonly SortTerm[];
  onSort: ((column: string, isAdding: boolean) => void) | undefined;
  onSelect: (column: number, isExtending: boolean) => void;
  onResize: (column: number, width: number) => void;
  /** Once the handle was let go. */
  onResized: (column: number) => void;
  onFit: (column: number) => void;
  /** Absent where columns stay where they are. */
  onMove: ((from: number, to: number) => void) | undefined;
  /** Between which columns one would be dropped. */
  dropAt: (clientX: number) => number;
  columnMenu: ((column: GridColumn, index: number) => ReactNode) | undefined;
}

/** The titles of the columns in view. */
export function GridHeader({ columns, snapshot, sort, columnMenu, ...actions }: GridHeaderProps) {
  const text = useText(texts);
  const { starts, frozen, gutter } = snapshot;
  const [drop, setDrop] = useState<number>();

  /** A title that is pulled sideways takes its column along; a finger scrolls instead. */
  function pull(event: PointerEvent<HTMLDivElement>, index: number): void {
    if (!actions.onMove || event.pointerType !== 'mouse' || event.button !== 0) return;
    const title = event.currentTarget;
    const from = event.clientX;
    let to: number | undefined;
    title.setPointerCapture(event.pointerId);
    title.onpointermove = ({ clientX }) => {
      if (to === undefined && Math.abs(clientX - from) < MIN_PULL) return;
      to = actions.dropAt(clientX);
      setDrop(to);
    };
    title.onlostpointercapture = () => {
      title.onpointermove = null;
      title.onlostpointercapture = null;
      setDrop(undefined);
      if (to !== undefined && to !== index && to !== index + 1)
        actions.onMove?.(index, to > index ? to - 1 : to);
    };
  }

  const nameOfType = useTypeName();
  return (
    <div role="row" aria-rowindex={1} className={styles.headerRow}>
      <div role="columnheader" aria-colindex={1} className={styles.corner} style={{ width: gutter }}>
        <span className="for-screen-readers">{text.row}</span>
      </div>
      {placesShown(snapshot).map((index) => {
        const column = columns[index];
        if (!column) return null;
        const left = starts[index] ?? 0;
        const width = (starts[index + 1] ?? left) - left;
        const term = sort.find((one) => one.column === column.name);
        const Badge = column.badge && badges[column.badge];
        const title = column.title ?? column.name;
        return (
          <div
            key={column.name}
            role="columnheader"
            aria-colindex={index + 2}
            aria-sort={term && (term.isDescending ? 'descending' : 'ascending')}
            className={`${styles.columnHeader} ${isNumeric(column.type) ? styles.numeric : ''} ${index < frozen ? styles.frozen : ''}`}
            style={{ left: gutter + left, width }}
            onPointerDown={(event) => {
              if (
                event.target === event.currentTarget ||
                (event.target as Element).closest(`.${styles.title}`)
              ) {
                actions.onSelect(index, event.shiftKey);
                pull(event, index);
              }
            }}
          >
            {column.badge && Badge && (
              <span className={styles.badge} title={text[column.badge]}>
                <Badge aria-label={text[column.badge]} />
              </span>
            )}
            <span className={styles.title} title={`${title} · ${nameOfType(column.type)}`}>
              {title}
            </span>
            {(term || actions.onSort) && (
              <button
                type="button"
                tabIndex={-1}
                className={`${styles.sort} ${term ? styles.sorted : ''}`}
                aria-label={text.sort(title)}
                title={text.sort(title)}
                disabled={!actions.onSort}
                onClick={(event) => actions.onSort?.(column.name, event.shiftKey)}
              >
                {term?.isDescending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />}
                {term && sort.length > 1 && <small aria-hidden>{sort.indexOf(term) + 1}</small>}
              </button>
            )}
            {columnMenu?.(column, index)}
            <ResizeHandle
              width={width}
              onResize={(to) => actions.onResize(index, to)}
              onResized={() => actions.onResized(index)}
              onFit={() => actions.onFit(index)}
            />
          </div>
        );
      })}
      {drop !== undefined && (
        <span
          aria-hidden
          className={`${styles.drop} ${drop <= frozen && frozen > 0 ? styles.frozen : ''}`}
          style={{ left: gutter + (starts[drop] ?? 0) - 1 }}
        />
      )}
    </div>
  );
}

interface ResizeHandleProps {
  width: number;
  onResize: (width: number) => void;
  onResized: () => void;
  onFit: () => void;
}

function ResizeHandle({ width, onResize, onResized, onFit }: ResizeHandleProps) {
  function drag(event: PointerEvent<HTMLSpanElement>): void {
    event.stopPropagation();
    const handle = event.currentTarget;
    const from = event.clientX;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (moved) => onResize(width + moved.clientX - from);
    handle.onlostpointercapture = () => {
      handle.onpointermove = null;
      handle.onlostpointercapture = null;
      onResized();
    };
  }
  return <span aria-hidden className={styles.handle} onPointerDown={drag} onDoubleClick={onFit} />;
}
