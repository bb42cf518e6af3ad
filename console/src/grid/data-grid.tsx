import {
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { usePreferences } from '../preferences.js';
import { messages, useText } from '../text/text.js';
import { ProblemNotice } from '../ui/notice.js';
import { AccessibleRows } from './accessible-rows.js';
import { shownText } from './cell-text.js';
import styles from './data-grid.module.css';
import type { GridEditing } from './editing.js';
import { GridHeader } from './grid-header.js';
import { GridInput, type GridInputHandle } from './grid-input.js';
import { GridView } from './grid-view.js';
import type { Command } from './keyboard.js';
import { navigate } from './navigate.js';
import { fillByPointer, selectByPointer } from './pointer.js';
import { rectangleOf, type Selection, selectionAt, selectionOf } from './selection.js';
import { SelectionBar } from './selection-bar.js';
import type { CellMarks, GridColumn, GridRow, Place, RowSource, SortTerm } from './types.js';
import { useCellEdits } from './use-cell-edits.js';
import { useCopy } from './use-copy.js';
import { type Summarize, useRangeFigures } from './use-range-figures.js';

const texts = messages(
  {
    cell: (name: string, row: number, value: string) => `${name}, row ${row}: ${value || 'empty'}`,
    none: 'No cell is selected; press an arrow key',
  },
  {
    cell: (name: string, row: number, value: string) => `${name} ${row} 行目: ${value || '空'}`,
    none: 'セルは選択されていません。矢印キーで選択できます',
  },
);

/** How long the selection stays before it counts. */
const REST_MS = 400;
const noSort: SortTerm[] = [];

interface DataGridProps {
  /** Read aloud, such as the name of the table. */
  label: string;
  columns: readonly GridColumn[];
  rows: RowSource;
  marks?: CellMarks;
  sort?: readonly SortTerm[];
  /** Absent where the rows cannot be sorted. */
  onSort?: (column: string, isAdding: boolean) => void;
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
  /** Once somebody chose how wide a column is. */
  onResized?: (column: GridColumn, width: number) => void;
  /** Absent where columns stay where they are. */
  onMoveColumn?: (from: number, to: number) => void;
  /** Of selected rows that are not at hand; their figures are not shown without it. */
  summarize?: Summarize;
}

/** A table of any number of rows: cells on a canvas, one input that always has the focus, and the same cells for screen readers. */
export function DataGrid(props: DataGridProps) {
  const { label, columns, rows, marks, sort = noSort, onSort, selected, columnMenu, editing } = props;
  const text = useText(texts);
  const { language, theme } = usePreferences();
  const hasHandle = editing !== undefined;
  const [view] = useState(() => new GridView({ columns, rows, marks, language, theme, hasHandle }));
  const snapshot = useSyncExternalStore(view.subscribe, view.snapshot);
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const header = useRef<HTMLDivElement>(null);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const input = useRef<GridInputHandle>(null);
  const edits = useCellEdits(view, editing);
  const copy = useCopy(view, columns);
  const figures = useRangeFigures(view, snapshot, columns, rows, props.summarize);
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
  useLayoutEffect(() => {
    view.update({ columns, rows, marks, language, theme, hasHandle });
  }, [view, columns, rows, marks, language, theme, hasHandle]);
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
    edits.run(command, rectangleOf(selection));
    const next = navigate(command, selection, view.size, view.pageRows);
    if (!next) return;
    view.select(next);
    // Whole rows, columns and tables are selected where the view is.
    if (!command.do.startsWith('select-')) view.reveal(revealed(command, next));
    tell(next);
  }

  function resized(index: number): void {
    const column = columns[index];
    if (column) props.onResized?.(column, view.widthOf(index));
  }

  function activate(place: Place): void {
    const row = view.row(place.row);
    if (editing?.canEdit(place.column)) input.current?.correct();
    else if (row) props.onActivate?.(row, place);
  }

  function pointAt(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0 || event.target === textarea.current) return;
    const isUsed =
      (editing && fillByPointer(view, event, select, edits.fill)) || selectByPointer(view, event, select);
    if (!isUsed) return;
    // The input keeps the focus.
    event.preventDefault();
    input.current?.focus();
  }

  /** What a mark says is the tip of its cell. */
  function showTip(event: PointerEvent<HTMLDivElement>): void {
    event.currentTarget.style.cursor = view.isOnHandle(event.clientX, event.clientY) ? 'crosshair' : '';
    const place = marks && view.placeAt(event.clientX, event.clientY);
    const row = place && place.column >= 0 ? view.row(place.row) : undefined;
    event.currentTarget.title = (row && place && marks?.(row, place.column)?.label) ?? '';
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
            onCopy={copy}
            onPaste={(pasted) => void edits.paste(pasted)}
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
            onResized={resized}
            onFit={(column) => {
              view.fitColumn(column);
              resized(column);
            }}
            onMove={props.onMoveColumn}
            dropAt={(clientX) => view.dropAt(clientX)}
          />
        </div>
        <div role="rowgroup" className={styles.body}>
          <AccessibleRows view={view} snapshot={snapshot} columns={columns} marks={marks} />
        </div>
      </div>
      <SelectionBar snapshot={snapshot} rowCount={rows.rowCount} figures={figures} />
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
