import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { usePreferences } from '../app/preferences.js';
import { messages, useText } from '../app/text.js';
import { ProblemNotice } from '../ui/notice.js';
import { showToast } from '../ui/toasts.js';
import { AccessibleRows } from './accessible-rows.js';
import { exactText, shownText } from './cell-text.js';
import { toHtml, toTsv } from './clipboard.js';
import styles from './data-grid.module.css';
import { GridHeader } from './grid-header.js';
import { GridView } from './grid-view.js';
import { type Command, commandOf } from './keyboard.js';
import { navigate } from './navigate.js';
import { rectangleOf, type Selection, selectionAt, selectionOf } from './selection.js';
import type { CellMarks, GridColumn, GridRow, Place, RowSource, SortTerm } from './types.js';

const texts = messages(
  {
    cell: (name: string, row: number, value: string) => `${name}, row ${row}: ${value || 'empty'}`,
    none: 'No cell is selected; press an arrow key',
    tooMuch: (most: string) => `At most ${most} cells are copied at once.`,
  },
  {
    cell: (name: string, row: number, value: string) => `${name} ${row} 行目: ${value || '空'}`,
    none: 'セルは選択されていません。矢印キーで選択できます',
    tooMuch: (most: string) => `一度にコピーできるのは ${most} セルまでです。`,
  },
);

const MOST_COPIED = 500_000;
const noSort: SortTerm[] = [];

export interface DataGridProps {
  /** Read aloud, such as the name of the table. */
  label: string;
  columns: readonly GridColumn[];
  rows: RowSource;
  marks?: CellMarks;
  sort?: readonly SortTerm[];
  /** Absent where the rows cannot be sorted. */
  onSort?: (column: string) => void;
  /** The cell to begin with, or to go to when it changes. */
  selected?: Place | undefined;
  onSelectionChange?: (selection: Selection) => void;
  /** A double click, or Ctrl+Enter, on a cell. */
  onActivate?: (row: GridRow, place: Place) => void;
  /** A button in the title of a column. */
  columnMenu?: (column: GridColumn, index: number) => ReactNode;
}

/** A table of any number of rows: cells on a canvas, one input that always has the focus, and the same cells for screen readers. */
export function DataGrid(props: DataGridProps) {
  const { label, columns, rows, marks, sort = noSort, onSort, selected, columnMenu } = props;
  const text = useText(texts);
  const { language, theme } = usePreferences();
  const [view] = useState(() => new GridView({ columns, rows, marks, language }));
  const snapshot = useSyncExternalStore(view.subscribe, view.snapshot);
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const header = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);

  useLayoutEffect(() => {
    if (scroller.current && canvas.current && header.current && input.current)
      return view.attach({
        scroller: scroller.current,
        canvas: canvas.current,
        header: header.current,
        input: input.current,
      });
  }, [view]);
  useLayoutEffect(
    () => view.update({ columns, rows, marks, language }),
    [view, columns, rows, marks, language],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colours of the page.
  useEffect(() => view.recolour(), [view, theme]);
  useEffect(() => {
    if (!selected) return;
    view.select(selectionAt(selected));
    view.reveal(selected);
  }, [view, selected]);

  function select(selection: Selection): void {
    view.select(selection);
    view.reveal(selection.corner);
    props.onSelectionChange?.(selection);
  }

  function run(command: Command): void {
    const selection = view.selection ?? selectionAt({ row: 0, column: 0 });
    if (command.do === 'activate') activate(selection.active);
    const next = navigate(command, selection, view.size, view.pageRows);
    if (!next) return;
    view.select(next);
    // Whole rows, columns and tables are selected where the view is.
    if (!command.do.startsWith('select-')) view.reveal(revealed(command, next));
    props.onSelectionChange?.(next);
  }

  function activate(place: Place): void {
    const row = view.row(place.row);
    if (row) props.onActivate?.(row, place);
  }

  function pressKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (view.size.rows === 0 || view.size.columns === 0) return;
    const command = commandOf(event);
    // Tab leaves the grid at its edges, so that nobody is caught in it.
    if (
      !command ||
      (command.do === 'advance' && command.by === 'column' && isAtEdge(view, command.direction))
    )
      return;
    event.preventDefault();
    run(command);
  }

  function pointAt(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0 || event.target === input.current) return;
    const place = view.placeAt(event.clientX, event.clientY);
    if (!place) return;
    // The input keeps the focus.
    event.preventDefault();
    input.current?.focus({ preventScroll: true });
    const { columns: width } = view.size;
    const active = { ...place, column: Math.max(0, place.column) };
    const isRow = place.column < 0;
    const from = event.shiftKey && view.selection ? view.selection.active : active;
    select(
      isRow
        ? selectionOf({ ...from, column: 0 }, { ...active, column: width - 1 })
        : selectionOf(from, active),
    );
    if (event.pointerType === 'mouse') dragFrom(event.currentTarget, event.pointerId, from, isRow);
  }

  function dragFrom(element: HTMLElement, pointerId: number, from: Place, isRow: boolean): void {
    element.setPointerCapture(pointerId);
    element.onpointermove = (event) => {
      const place = view.placeAt(event.clientX, event.clientY);
      if (!place || (!isRow && place.column < 0)) return;
      select(
        isRow
          ? selectionOf({ ...from, column: 0 }, { row: place.row, column: view.size.columns - 1 })
          : selectionOf(from, place),
      );
    };
    element.onlostpointercapture = () => {
      element.onpointermove = null;
    };
  }

  async function copy(event: ClipboardEvent): Promise<void> {
    if (!view.selection) return;
    event.preventDefault();
    const { rows: lines, columns: across } = rectangleOf(view.selection);
    const end = Math.min(lines.end, lines.first + Math.floor(MOST_COPIED / (across.end - across.first)));
    if (end < lines.end) showToast({ text: text.tooMuch(MOST_COPIED.toLocaleString(language)) });
    const known = view.knownRows({ first: lines.first, end });
    const tableOf = (found: GridRow[]) =>
      found.map(({ cells }) => cells.slice(across.first, across.end).map(exactText));
    if (known) {
      event.clipboardData.setData('text/plain', toTsv(tableOf(known)));
      event.clipboardData.setData('text/html', toHtml(tableOf(known)));
      return;
    }
    const read = await view.readRows({ first: lines.first, end }, new AbortController().signal);
    await navigator.clipboard.writeText(toTsv(tableOf(read)));
  }

  const { selection } = snapshot;
  const active = selection?.active;
  const activeColumn = active && columns[active.column];
  const spoken =
    active && activeColumn
      ? text.cell(
          activeColumn.title ?? activeColumn.name,
          active.row + 1,
          shownText(view.row(active.row)?.cells[active.column], activeColumn, language),
        )
      : text.none;

  return (
    <div className={styles.grid}>
      <div
        ref={scroller}
        className={styles.scroller}
        onPointerDown={pointAt}
        onDoubleClick={() => view.selection && activate(view.selection.active)}
      >
        <div className={styles.stuck}>
          <canvas ref={canvas} className={styles.canvas} aria-hidden />
          <textarea
            ref={input}
            className={styles.input}
            aria-label={spoken}
            readOnly
            value=""
            rows={1}
            onKeyDown={pressKey}
            onCopy={(event) => void copy(event)}
            onFocus={() => {
              if (!view.selection && view.size.rows > 0) select(selectionAt({ row: 0, column: 0 }));
            }}
          />
        </div>
        <div style={snapshot.scroll} />
      </div>
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={rows.rowCount + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        className={styles.accessible}
      >
        <div ref={header} role="rowgroup" className={styles.header}>
          <GridHeader
            columns={columns}
            snapshot={snapshot}
            sort={sort}
            onSort={onSort}
            columnMenu={columnMenu}
            onSelect={(column, isExtending) => {
              const first = isExtending && view.selection ? view.selection.active.column : column;
              input.current?.focus({ preventScroll: true });
              view.select(selectionOf({ row: 0, column: first }, { row: view.size.rows - 1, column }));
            }}
            onResize={(column, width) => view.resizeColumn(column, width)}
            onFit={(column) => view.fitColumn(column)}
          />
        </div>
        <div role="rowgroup" className={styles.body}>
          <AccessibleRows view={view} snapshot={snapshot} columns={columns} marks={marks} />
        </div>
      </div>
      <div aria-live="polite" className="for-screen-readers">
        {spoken}
      </div>
      {snapshot.error !== undefined && (
        <div className={styles.error}>
          <ProblemNotice error={snapshot.error} />
        </div>
      )}
    </div>
  );
}

/** The end that moved. */
function revealed(command: Command, { active, corner }: Selection): Place {
  return command.do === 'advance' ? active : corner;
}

function isAtEdge(view: GridView, direction: 1 | -1): boolean {
  const { selection, size } = view;
  if (!selection) return true;
  const { row, column } = selection.active;
  return direction === 1 ? column === size.columns - 1 && row === size.rows - 1 : column === 0 && row === 0;
}
