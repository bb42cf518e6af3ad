import { ArrowDown, ArrowUp, EyeOff, FunctionSquare, Tag } from 'lucide-react';
import type { PointerEvent, ReactNode } from 'react';
import { isNumeric } from '../app/column-types.js';
import { messages, useText } from '../text/text.js';
import styles from './data-grid.module.css';
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

interface GridHeaderProps {
  columns: readonly GridColumn[];
  snapshot: Snapshot;
  sort: readonly SortTerm[];
  onSort: ((column: string) => void) | undefined;
  onSelect: (column: number, isExtending: boolean) => void;
  onResize: (column: number, width: number) => void;
  onFit: (column: number) => void;
  columnMenu: ((column: GridColumn, index: number) => ReactNode) | undefined;
}

/** The titles of the columns in view. */
export function GridHeader({ columns, snapshot, sort, columnMenu, ...actions }: GridHeaderProps) {
  const text = useText(texts);
  const { starts, columnsShown, gutter } = snapshot;
  const shown = columns.slice(columnsShown.first, columnsShown.end);
  return (
    <div role="row" aria-rowindex={1} className={styles.headerRow}>
      <div role="columnheader" aria-colindex={1} className={styles.corner} style={{ width: gutter }}>
        <span className="for-screen-readers">{text.row}</span>
      </div>
      {shown.map((column, place) => {
        const index = columnsShown.first + place;
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
            className={`${styles.columnHeader} ${isNumeric(column.type) ? styles.numeric : ''}`}
            style={{ left: gutter + left, width }}
            onPointerDown={(event) => {
              if (
                event.target === event.currentTarget ||
                (event.target as Element).closest(`.${styles.title}`)
              )
                actions.onSelect(index, event.shiftKey);
            }}
          >
            {column.badge && Badge && (
              <span className={styles.badge} title={text[column.badge]}>
                <Badge aria-label={text[column.badge]} />
              </span>
            )}
            <span className={styles.title} title={`${title} · ${column.type}`}>
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
                onClick={() => actions.onSort?.(column.name)}
              >
                {term?.isDescending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />}
              </button>
            )}
            {columnMenu?.(column, index)}
            <ResizeHandle
              width={width}
              onResize={(to) => actions.onResize(index, to)}
              onFit={() => actions.onFit(index)}
            />
          </div>
        );
      })}
    </div>
  );
}

interface ResizeHandleProps {
  width: number;
  onResize: (width: number) => void;
  onFit: () => void;
}

function ResizeHandle({ width, onResize, onFit }: ResizeHandleProps) {
  function drag(event: PointerEvent<HTMLSpanElement>): void {
    event.stopPropagation();
    const handle = event.currentTarget;
    const from = event.clientX;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (moved) => onResize(width + moved.clientX - from);
    handle.onlostpointercapture = () => {
      handle.onpointermove = null;
    };
  }
  return <span aria-hidden className={styles.handle} onPointerDown={drag} onDoubleClick={onFit} />;
}
