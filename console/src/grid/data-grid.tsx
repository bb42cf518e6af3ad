import {
  type ClipboardEvent,
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
import { fromTsv, toHtml, toTsv } from './clipboard.js';
import styles from './data-grid.module.css';
import { clearing, fillingDown, type GridEdit, type GridEditing, pasteArea, pasting } from './editing.js';
import type { Span } from './geometry.js';
import { GridHeader } from './grid-header.js';
import { GridInput, type GridInputHandle } from './grid-input.js';
import { GridView } from './grid-view.js';
import type { Command } from './keyboard.js';
import { navigate } from './navigate.js';
import { selectByPointer } from './pointer.js';
import {
  clampSelection,
  type Rectangle,
  rectangleOf,
  type Selection,
  selectionAt,
  selectionOf,
} from './selection.js';
import type { CellMarks, GridColumn, GridRow, Place, RowSource, SortTerm } from './types.js';

const texts = messages(
  {
    cell: (name: string, row: number, value: string) => `${name}, row ${row}: ${value || 'empty'}`,
    none: 'No cell is selected; press an arrow key',
    tooMuch: (most: string) => `At most ${most} cells are copied at once.`,
    tooManyRows: (most: string) => `At most ${most} rows are changed at once. Select fewer.`,
  },
  {
    cell: (name: string, row: number, value: string) => `${name} ${row} 行目: ${value || '空'}`,
    none: 'セルは選択されていません。矢印キーで選択できます',
    tooMuch: (most: string) => `一度にコピーできるのは ${most} セルまでです。`,
    tooManyRows: (most: string) => `一度に変更できるのは ${most} 行までです。選択を減らしてください。`,
  },
);

/** How long the selection stays before it counts. */
const REST_MS = 400;
const MOST_COPIED = 500_000;
/** As the service takes them at once. */
const MOST_CHANGED = 10_000;
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
  onSelectionChange?: (selection: Selection, row: GridRow | undefined) => void;
  /** The active cell, once the selection rests. */
  onRest?: (row: GridRow, column: GridColumn) => void;
  /** Absent where nothing can be changed. */
  editing?: GridEditing | undefined;
  /** A double click, or Ctrl+Enter, on a cell that cannot be edited. */
  onActivate?: (row: GridRow, place: Place) => void;
  /** A button in the title of a column. */
  columnMenu?: (column: GridColumn, index: number) => ReactNode;
}

/** A table of any number of rows: cells on a canvas, one input that always has the focus, and the same cells for screen readers. */
export function DataGrid(props: DataGridProps) {
  const { label, columns, rows, marks, sort = noSort, onSort, selected, columnMenu, editing } = props;
  const text = useText(texts);
  const { language, theme } = usePreferences();
  const [view] = useState(() => new GridView({ columns, rows, marks, language }));
  const snapshot = useSyncExternalStore(view.subscribe, view.snapshot);
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const header = useRef<HTMLDivElement>(null);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const input = useRef<GridInputHandle>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);

  useLayoutEffect(() => {
    if (scroller.current && canvas.current && header.current && textarea.current)
      return view.attach({
        scroller: scroller.current,
        canvas: canvas.current,
        header: header.current,
        input: textarea.current,
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
    const selection = selectionAt(selected);
    view.select(selection);
    view.reveal(selected);
    input.current?.focus();
  }, [view, selected]);

  function tell(selection: Selection): void {
    props.onSelectionChange?.(selection, view.row(selection.active.row));
    clearTimeout(resting.current);
    resting.current = setTimeout(() => {
      const { row, column } = selection.active;
      const found = view.row(row);
      const at = columns[column];
      if (found && at) props.onRest?.(found, at);
    }, REST_MS);
  }

  function select(selection: Selection): void {
    view.select(selection);
    view.reveal(selection.corner);
    tell(selection);
  }

  function run(command: Command): void {
    const selection = view.selection ?? selectionAt({ row: 0, column: 0 });
    if (command.do === 'activate') activate(selection.active);
    if (editing) edit(command, rectangleOf(selection), editing);
    const next = navigate(command, selection, view.size, view.pageRows);
    if (!next) return;
    view.select(next);
    // Whole rows, columns and tables are selected where the view is.
    if (!command.do.startsWith('select-')) view.reveal(revealed(command, next));
    tell(next);
  }

  function edit(command: Command, area: Rectangle, editing: GridEditing): void {
    if (command.do === 'undo') editing.undo();
    if (command.do === 'redo') editing.redo();
    const plan = command.do === 'clear' ? clearing : command.do === 'fill-down' ? fillingDown : undefined;
    if (plan) void changing(area.rows, (found) => plan(found, area, editing));
  }

  /** Plans an edit on rows that may have to be read first, and makes it. */
  async function changing(lines: Span, plan: (rows: GridRow[]) => GridEdit): Promise<void> {
    if (lines.end - lines.first > MOST_CHANGED) {
      showToast({ text: text.tooManyRows(MOST_CHANGED.toLocaleString(language)) });
      return;
    }
    const known = view.knownRows(lines) ?? (await view.readRows(lines, new AbortController().signal));
    const planned = plan(known);
    if (planned.changes.length + planned.added.length > 0) editing?.apply(planned);
    view.redraw();
  }

  async function paste(pasted: string): Promise<void> {
    if (!editing || !view.selection || pasted === '') return;
    const table = fromTsv(pasted);
    const area = rectangleOf(view.selection);
    const { rows: height, start } = pasteArea(area, table);
    const lines = { first: start.row, end: Math.min(view.size.rows, start.row + height) };
    await changing(lines, (found) => pasting(table, area, found, columns.length, editing));
    const widest = Math.max(area.columns.end - start.column, ...table.map((row) => row.length));
    const corner = { row: start.row + height - 1, column: start.column + widest - 1 };
    view.select(clampSelection(selectionOf(start, corner), view.size));
  }

  function activate(place: Place): void {
    const row = view.row(place.row);
    if (editing?.canEdit(place.column)) input.current?.correct();
    else if (row) props.onActivate?.(row, place);
  }

  function pointAt(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0 || event.target === textarea.current) return;
    if (!selectByPointer(view, event, select)) return;
    // The input keeps the focus.
    event.preventDefault();
    input.current?.focus();
  }

  /** What a mark says is the tip of its cell. */
  function showTip(event: PointerEvent<HTMLDivElement>): void {
    const place = marks && view.placeAt(event.clientX, event.clientY);
    const row = place && place.column >= 0 ? view.row(place.row) : undefined;
    event.currentTarget.title = (row && place && marks?.(row, place.column)?.label) ?? '';
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
        onPointerMove={showTip}
        onDoubleClick={() => view.selection && activate(view.selection.active)}
      >
        <div className={styles.stuck}>
          <canvas ref={canvas} className={styles.canvas} aria-hidden />
          <GridInput
            ref={input}
            element={textarea}
            view={view}
            snapshot={snapshot}
            label={spoken}
            editing={editing}
            onCommand={run}
            onCopy={(event) => void copy(event)}
            onPaste={(pasted) => void paste(pasted)}
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
              input.current?.focus();
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
