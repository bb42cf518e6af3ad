import type { Language, Theme } from '../preferences.js';
import { ColumnWidths } from './column-widths.js';
import {
  columnAt,
  columnsInView,
  gutterWidth,
  ROW_HEIGHT,
  rowsInView,
  type Span,
  scrolledTo,
} from './geometry.js';
import { GridCanvas } from './grid-canvas.js';
import { RowBlocks } from './row-blocks.js';
import { ScrollPlace } from './scroll-place.js';
import { clampSelection, rectangleOf, type Selection, type Size } from './selection.js';
import type { CellMarks, GridColumn, GridRow, Place, RowSource } from './types.js';

/** The elements that a view draws on and moves; React renders what is in them. */
interface GridElements {
  scroller: HTMLElement;
  canvas: HTMLCanvasElement;
  /** As wide as all columns; moved sideways with them. */
  header: HTMLElement;
  /** Over the active cell. */
  input: HTMLElement;
}

interface Shown {
  columns: readonly GridColumn[];
  rows: RowSource;
  marks?: CellMarks | undefined;
  language: Language;
  theme: Theme;
  /** Whether cells can be filled by the handle of the selection. */
  hasHandle?: boolean;
}

/** What React has to know of a view. It is replaced when something in it changes, which is not at every frame. */
export interface Snapshot {
  starts: readonly number[];
  /** Besides the frozen ones, which are always in view. */
  columnsShown: Span;
  /** How many of the first columns stay in view. */
  frozen: number;
  /** Those that a screen reader finds, where the view last came to rest. */
  rowsAtRest: Span;
  /** Of the rows at rest. */
  offset: { left: number; top: number };
  gutter: number;
  selection: Selection | undefined;
  scroll: { width: number; height: number };
  error: unknown;
}

const REST_MS = 120;
/** Around the corner of the selection, in pixels. */
const HANDLE_REACH = 6;
/** Of the width of the view; argued: the other columns need room too. */
const MAX_FROZEN_SHARE = 0.7;

/** Reads the rows that are in view, and draws them once a frame. */
export class GridView {
  #shown: Shown;
  #blocks: RowBlocks;
  #elements: GridElements | undefined;
  #canvas: GridCanvas | undefined;
  readonly #widths: ColumnWidths;
  readonly #scroll: ScrollPlace;
  #selection: Selection | undefined;
  #frame = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #snapshot: Snapshot;
  readonly #listeners = new Set<() => void>();

  constructor(shown: Shown) {
    this.#shown = shown;
    this.#blocks = this.#newBlocks();
    this.#widths = new ColumnWidths(shown.columns);
    this.#scroll = new ScrollPlace(
      () => this.#blocks.rowCount,
      () => this.redraw(),
    );
    this.#snapshot = this.#takeSnapshot();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): Snapshot => this.#snapshot;

  get size(): Size {
    return { rows: this.#blocks.rowCount, columns: this.#shown.columns.length };
  }
  get selection(): Selection | undefined {
    return this.#selection;
  }
  /** How many rows fit into the view. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.#scroll.size.height / ROW_HEIGHT) - 1);
  }

  row(index: number): GridRow | undefined {
    return this.#blocks.row(index);
  }

  /** Undefined if some of them were not read yet. */
  knownRows({ first, end }: Span): GridRow[] | undefined {
    const rows: GridRow[] = [];
    for (let index = first; index < end; index++) {
      const row = this.#blocks.row(index);
      if (!row) return undefined;
      rows.push(row);
    }
    return rows;
  }

  async readRows(rows: Span, signal: AbortSignal): Promise<GridRow[]> {
    const source = this.#shown.rows;
    const found = await source.read(rows.first, rows.end, signal);
    return source.arrange ? found.map(source.arrange) : found;
  }

  /** Follows the size of the elements until the returned function is called. */
  attach(elements: GridElements): () => void {
    const { scroller, canvas } = elements;
    this.#elements = elements;
    this.#canvas = new GridCanvas(canvas, scroller);
    const resizing = new ResizeObserver(() => {
      const { width, height } = this.#scroll.size;
      if (scroller.clientWidth !== width || scroller.clientHeight !== height) this.#resize();
    });
    resizing.observe(scroller);
    const detach = this.#scroll.attach(scroller);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const recolour = () => this.#recolour();
    scheme.addEventListener('change', recolour);
    this.#resize();
    return () => {
      resizing.disconnect();
      detach();
      scheme.removeEventListener('change', recolour);
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      clearTimeout(this.#rest);
      this.#blocks.stop();
      this.#elements = undefined;
      this.#canvas = undefined;
    };
  }

  /** Shows other columns, rows or marks. */
  update(shown: Shown): void {
    const before = this.#shown;
    this.#shown = shown;
    const isOther = this.#blocks.update(shown.rows);
    if (before.columns !== shown.columns) this.#widths.update(shown.columns);
    if (before.theme !== shown.theme) this.#recolour();
    if (isOther) {
      this.#scroll.moveTo({ top: 0 });
      this.#widths.fitAgain();
    }
    if (this.#selection) this.#selection = clampSelection(this.#selection, this.size);
    this.#publish();
    this.redraw();
  }

  select(selection: Selection | undefined): void {
    this.#selection = selection;
    this.#publish();
    this.redraw();
  }

  /** Brings a cell into view; the corner that moves when a selection is extended. */
  reveal({ row, column }: Place): void {
    const { left, top, size } = this.#scroll;
    const [start, width] = [this.#widths.startOf(column), this.#widths.widthOf(column)];
    this.#scroll.moveTo({
      top: scrolledTo(row * ROW_HEIGHT, ROW_HEIGHT, top, size.height),
      ...(column >= this.#frozen && {
        left: scrolledTo(
          start - this.#frozenWidth,
          width,
          left,
          size.width - this.#gutter - this.#frozenWidth,
        ),
      }),
    });
  }

  widthOf(column: number): number {
    return this.#widths.widthOf(column);
  }

  resizeColumn(column: number, width: number): void {
    this.#widths.choose(column, width);
    this.#publish();
    this.redraw();
  }

  /** As wide as what was read of the column. */
  fitColumn(index: number): void {
    const column = this.#shown.columns[index];
    if (column) this.resizeColumn(index, this.#fit(column, index, this.#rowsShown));
  }

  /** The cell at a point of the view; the row numbers are column -1. */
  placeAt(clientX: number, clientY: number): Place | undefined {
    if (!this.#elements) return undefined;
    const { left, top } = this.#elements.scroller.getBoundingClientRect();
    const row = Math.floor((clientY - top + this.#scroll.top) / ROW_HEIGHT);
    const x = clientX - left - this.#gutter;
    const across = this.#acrossAt(clientX);
    if (row < 0 || row >= this.#blocks.rowCount) return undefined;
    if (x < 0) return { row, column: -1 };
    if (across >= this.#widths.total) return undefined;
    return { row, column: columnAt(this.#widths.starts, across) };
  }

  /** Whether a point is on the handle at the corner of the selection, by which it is filled. */
  isOnHandle(clientX: number, clientY: number): boolean {
    if (!this.#elements || !this.#selection || !this.#shown.hasHandle) return false;
    const { left, top } = this.#elements.scroller.getBoundingClientRect();
    const { rows, columns } = rectangleOf(this.#selection);
    const corner = this.boxOf({ row: rows.end - 1, column: columns.end - 1 });
    const [x, y] = [left + corner.x + corner.width, top + corner.y + corner.height];
    return Math.abs(clientX - x) <= HANDLE_REACH && Math.abs(clientY - y) <= HANDLE_REACH;
  }

  /** Between which columns something is dropped at a point of the view: before the one with this index. */
  dropAt(clientX: number): number {
    const across = this.#acrossAt(clientX);
    const column = columnAt(this.#widths.starts, across);
    const middle = this.#widths.startOf(column) + this.#widths.widthOf(column) / 2;
    return across > middle ? column + 1 : column;
  }

  /** Where a cell is in the view. */
  boxOf({ row, column }: Place): { x: number; y: number; width: number; height: number } {
    const left = column < this.#frozen ? 0 : this.#scroll.left;
    return {
      x: this.#gutter + this.#widths.startOf(column) - left,
      y: Math.round(row * ROW_HEIGHT - this.#scroll.top),
      width: this.#widths.widthOf(column),
      height: ROW_HEIGHT,
    };
  }

  readonly redraw = (): void => {
    if (this.#frame === 0 && this.#elements) this.#frame = requestAnimationFrame(() => this.#draw());
  };

  #recolour(): void {
    this.#canvas?.recolour();
    this.redraw();
  }

  #newBlocks(): RowBlocks {
    return new RowBlocks(
      this.#shown.rows,
      () => this.redraw(),
      (error) => {
        this.#snapshot = { ...this.#takeSnapshot(), error };
        for (const listener of this.#listeners) listener();
      },
    );
  }

  get #gutter(): number {
    return gutterWidth(this.#blocks.rowCount);
  }
  /** None where they would leave too little room for the others. */
  get #frozen(): number {
    const { columns } = this.#shown;
    const other = columns.findIndex(({ isFrozen }) => !isFrozen);
    const count = other < 0 ? columns.length : other;
    const room = this.#scroll.size.width - this.#gutter;
    return this.#widths.startOf(count) > room * MAX_FROZEN_SHARE ? 0 : count;
  }
  get #frozenWidth(): number {
    return this.#widths.startOf(this.#frozen);
  }
  get #rowsShown(): Span {
    return rowsInView(this.#scroll.top, this.#scroll.size.height, this.#blocks.rowCount);
  }
  get #columnsShown(): Span {
    const { left, size } = this.#scroll;
    const [frozen, width] = [this.#frozen, this.#frozenWidth];
    const { first, end } = columnsInView(
      this.#widths.starts,
      left + width,
      size.width - this.#gutter - width,
    );
    return { first: Math.max(frozen, first), end: Math.max(frozen, end) };
  }

  /** How far a point of the view is from the left edge of the first column. */
  #acrossAt(clientX: number): number {
    const edge = this.#elements?.scroller.getBoundingClientRect().left ?? 0;
    const x = clientX - edge - this.#gutter;
    return x < this.#frozenWidth ? x : x + this.#scroll.left;
  }

  #draw(): void {
    this.#frame = 0;
    const elements = this.#elements;
    const { left, top, size } = this.#scroll;
    if (!this.#canvas || !elements || size.width === 0) return;
    const rowsShown = this.#rowsShown;
    this.#blocks.show(rowsShown);
    this.#fitWidths();
    const columnsShown = this.#columnsShown;
    const { columns, marks, language, hasHandle = false } = this.#shown;
    this.#canvas.paint({
      columns,
      marks,
      language,
      rowsShown,
      columnsShown,
      frozen: this.#frozen,
      starts: this.#widths.starts,
      row: (index) => this.#blocks.row(index),
      selection: this.#selection,
      hasHandle,
      left,
      top,
      gutter: this.#gutter,
      ...size,
    });
    elements.header.style.transform = `translateX(${-left}px)`;
    // What does not scroll along is moved back by as much.
    elements.header.style.setProperty('--scrolled', `${left}px`);
    this.#placeInput(elements.input);
    const { columnsShown: known } = this.#snapshot;
    if (known.first !== columnsShown.first || known.end !== columnsShown.end) this.#publish();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#publish(), REST_MS);
  }

  #placeInput(input: HTMLElement): void {
    if (!this.#selection) return;
    const { x, y } = this.boxOf(this.#selection.active);
    input.style.transform = `translate(${x}px, ${y}px)`;
  }

  #resize(): void {
    if (!this.#elements) return;
    const { clientWidth: width, clientHeight: height } = this.#elements.scroller;
    this.#scroll.resize({ width, height });
    this.#canvas?.resize({ width, height });
    this.#scroll.moveTo({});
    // At once, since the canvas was just emptied.
    cancelAnimationFrame(this.#frame);
    this.#draw();
    this.#publish();
  }

  /** Once the first rows are there. */
  #fitWidths(): void {
    if (this.#widths.isFitted || (this.#blocks.rowCount > 0 && !this.#blocks.row(0))) return;
    const sample = { first: 0, end: Math.min(60, this.#blocks.rowCount) };
    this.#widths.fit((column, index) => this.#fit(column, index, sample));
    this.#publish();
  }

  #fit(column: GridColumn, index: number, rows: Span): number {
    const values: unknown[] = [];
    for (let row = rows.first; row < rows.end; row++) values.push(this.#blocks.row(row)?.cells[index]);
    return this.#canvas?.widthFor(column, values, this.#shown.language) ?? this.#widths.widthOf(index);
  }

  #publish(): void {
    this.#snapshot = this.#takeSnapshot();
    for (const listener of this.#listeners) listener();
  }

  #takeSnapshot(): Snapshot {
    return {
      starts: this.#widths.starts,
      columnsShown: this.#columnsShown,
      frozen: this.#frozen,
      rowsAtRest: this.#rowsShown,
      offset: { left: this.#scroll.left, top: this.#scroll.top },
      gutter: this.#gutter,
      selection: this.#selection,
      scroll: {
        width: this.#gutter + this.#widths.total + 40,
        height: this.#scroll.scale.scrollHeight,
      },
      error: undefined,
    };
  }
}
