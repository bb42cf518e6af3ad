import type { Language } from '../app/preferences.js';
import {
  columnAt,
  columnStarts,
  columnsInView,
  gutterWidth,
  NARROWEST_COLUMN,
  ROW_HEIGHT,
  rowsInView,
  type Span,
  scaleOf,
  scrolledTo,
} from './geometry.js';
import { fittingWidth, paint, type Scene } from './paint.js';
import { type Palette, paletteOf } from './palette.js';
import { RowBlocks } from './row-blocks.js';
import { clampSelection, type Selection, type Size } from './selection.js';
import type { CellMarks, GridColumn, GridRow, Place, RowSource } from './types.js';

/** The elements that a view draws on and moves; React renders what is in them. */
export interface GridElements {
  scroller: HTMLElement;
  canvas: HTMLCanvasElement;
  /** As wide as all columns; moved sideways with them. */
  header: HTMLElement;
  /** Over the active cell. */
  input: HTMLElement;
}

export interface Shown {
  columns: readonly GridColumn[];
  rows: RowSource;
  marks?: CellMarks | undefined;
  language: Language;
}

/** What React has to know of a view. It is replaced when something in it changes, which is not at every frame. */
export interface Snapshot {
  starts: readonly number[];
  columnsShown: Span;
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

/** Which part of a table is in view: scrolling, reading the rows there, and drawing them once a frame. */
export class GridView {
  #shown: Shown;
  #blocks: RowBlocks;
  #elements: GridElements | undefined;
  #context: CanvasRenderingContext2D | undefined;
  #palette: Palette | undefined;
  #widths: number[] = [];
  readonly #chosenWidths = new Map<string, number>();
  #starts: number[] = [0];
  #areWidthsFitted = false;
  #selection: Selection | undefined;
  #size = { width: 0, height: 0 };
  #left = 0;
  #top = 0;
  #frame = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #snapshot: Snapshot;
  readonly #listeners = new Set<() => void>();

  constructor(shown: Shown) {
    this.#shown = shown;
    this.#blocks = this.#newBlocks();
    this.#layOut();
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
    return Math.max(1, Math.floor(this.#size.height / ROW_HEIGHT) - 1);
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

  readRows(rows: Span, signal: AbortSignal): Promise<GridRow[]> {
    return this.#shown.rows.read(rows.first, rows.end, signal);
  }

  /** Follows the size of the elements until the returned function is called. */
  attach(elements: GridElements): () => void {
    this.#elements = elements;
    this.#context = elements.canvas.getContext('2d', { alpha: false }) ?? undefined;
    const { scroller } = elements;
    const resizing = new ResizeObserver(() => this.#resize());
    resizing.observe(scroller);
    const scrolled = () => this.#followScrollBar();
    const wheeled = (event: WheelEvent) => this.#turnWheel(event);
    scroller.addEventListener('scroll', scrolled, { passive: true });
    scroller.addEventListener('wheel', wheeled, { passive: false });
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const recolour = () => this.recolour();
    scheme.addEventListener('change', recolour);
    this.#resize();
    return () => {
      resizing.disconnect();
      scroller.removeEventListener('scroll', scrolled);
      scroller.removeEventListener('wheel', wheeled);
      scheme.removeEventListener('change', recolour);
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      clearTimeout(this.#rest);
      this.#blocks.stop();
      this.#elements = undefined;
    };
  }

  /** Shows other columns, rows or marks. */
  update(shown: Shown): void {
    const before = this.#shown;
    this.#shown = shown;
    const isOther = this.#blocks.update(shown.rows);
    if (before.columns !== shown.columns) {
      this.#areWidthsFitted = this.#areWidthsFitted && !isOther;
      this.#layOut();
    }
    if (isOther) {
      this.#scrollTo({ left: this.#left, top: 0 });
      this.#areWidthsFitted = false;
    }
    if (this.#selection) this.#selection = clampSelection(this.#selection, this.size);
    this.#publish();
    this.redraw();
  }

  recolour(): void {
    this.#palette = undefined;
    this.redraw();
  }

  select(selection: Selection | undefined): void {
    this.#selection = selection;
    this.#publish();
    this.redraw();
  }

  /** Brings a cell into view; the corner that moves when a selection is extended. */
  reveal({ row, column }: Place): void {
    const { width, height } = this.#size;
    const start = this.#starts[column] ?? 0;
    const columnWidth = (this.#starts[column + 1] ?? start) - start;
    this.#scrollTo({
      top: scrolledTo(row * ROW_HEIGHT, ROW_HEIGHT, this.#top, height),
      left: scrolledTo(start, columnWidth, this.#left, width - this.#gutter),
    });
  }

  resizeColumn(column: number, width: number): void {
    const name = this.#shown.columns[column]?.name;
    if (name === undefined) return;
    this.#chosenWidths.set(name, Math.max(NARROWEST_COLUMN, Math.round(width)));
    this.#layOut();
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
    const row = Math.floor((clientY - top + this.#top) / ROW_HEIGHT);
    const x = clientX - left - this.#gutter;
    if (row < 0 || row >= this.#blocks.rowCount) return undefined;
    if (x < 0) return { row, column: -1 };
    if (x + this.#left >= (this.#starts.at(-1) as number)) return undefined;
    return { row, column: columnAt(this.#starts, x + this.#left) };
  }

  /** Where a cell is in the view. */
  boxOf({ row, column }: Place): { x: number; y: number; width: number; height: number } {
    const start = this.#starts[column] ?? 0;
    return {
      x: this.#gutter + start - this.#left,
      y: Math.round(row * ROW_HEIGHT - this.#top),
      width: (this.#starts[column + 1] ?? start) - start,
      height: ROW_HEIGHT,
    };
  }

  readonly redraw = (): void => {
    if (this.#frame === 0 && this.#elements) this.#frame = requestAnimationFrame(() => this.#draw());
  };

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
  get #rowsShown(): Span {
    return rowsInView(this.#top, this.#size.height, this.#blocks.rowCount);
  }
  get #columnsShown(): Span {
    return columnsInView(this.#starts, this.#left, this.#size.width - this.#gutter);
  }

  #draw(): void {
    this.#frame = 0;
    const context = this.#context;
    const elements = this.#elements;
    if (!context || !elements || this.#size.width === 0) return;
    this.#palette ??= paletteOf(elements.scroller);
    this.#fitWidths();
    const rowsShown = this.#rowsShown;
    const columnsShown = this.#columnsShown;
    this.#blocks.show(rowsShown);
    const { columns, marks, language } = this.#shown;
    const scene: Scene = {
      columns,
      marks,
      language,
      rowsShown,
      columnsShown,
      starts: this.#starts,
      row: (index) => this.#blocks.row(index),
      selection: this.#selection,
      left: this.#left,
      top: this.#top,
      gutter: this.#gutter,
      palette: this.#palette,
      ...this.#size,
    };
    paint(context, scene);
    elements.header.style.transform = `translateX(${-this.#left}px)`;
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
    const { scroller, canvas } = this.#elements;
    const { clientWidth: width, clientHeight: height } = scroller;
    this.#size = { width, height };
    const ratio = devicePixelRatio;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    this.#context?.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#publish();
    this.#scrollTo({ left: this.#left, top: this.#top });
    // At once, since the canvas was just emptied.
    cancelAnimationFrame(this.#frame);
    this.#draw();
  }

  #followScrollBar(): void {
    if (!this.#elements) return;
    const { scrollLeft, scrollTop } = this.#elements.scroller;
    const { factor, lowestTop } = this.#scale;
    // Where the view itself moved the bar, the bar is less exact than the view.
    if (Math.abs(scrollTop - this.#top / factor) > 1) this.#top = Math.min(lowestTop, scrollTop * factor);
    this.#left = scrollLeft;
    this.redraw();
  }

  /** Where a pixel of the bar is several of the content, the wheel moves the content itself. */
  #turnWheel(event: WheelEvent): void {
    if (this.#scale.factor === 1 || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? ROW_HEIGHT : 1);
    this.#scrollTo({ left: this.#left + event.deltaX, top: this.#top + pixels });
  }

  get #scale() {
    return scaleOf(this.#blocks.rowCount, this.#size.height);
  }

  #scrollTo({ left, top }: { left: number; top: number }): void {
    const { lowestTop, factor } = this.#scale;
    this.#top = Math.max(0, Math.min(lowestTop, top));
    this.#left = Math.max(0, left);
    if (this.#elements) {
      this.#elements.scroller.scrollTop = this.#top / factor;
      this.#elements.scroller.scrollLeft = this.#left;
      this.#left = this.#elements.scroller.scrollLeft;
    }
    this.redraw();
  }

  /** Once the first rows are there. */
  #fitWidths(): void {
    if (this.#areWidthsFitted || (this.#blocks.rowCount > 0 && !this.#blocks.row(0))) return;
    this.#areWidthsFitted = true;
    const sample = { first: 0, end: Math.min(60, this.#blocks.rowCount) };
    this.#widths = this.#shown.columns.map((column, index) => this.#fit(column, index, sample));
    this.#layOut();
    this.#publish();
  }

  #fit(column: GridColumn, index: number, rows: Span): number {
    const { language } = this.#shown;
    if (!this.#context || !this.#palette) return 120;
    const values: unknown[] = [];
    for (let row = rows.first; row < rows.end; row++) values.push(this.#blocks.row(row)?.cells[index]);
    return fittingWidth(this.#context, column, values, { font: this.#palette.font, language });
  }

  #layOut(): void {
    const widths = this.#shown.columns.map(
      ({ name, width }, i) => this.#chosenWidths.get(name) ?? width ?? this.#widths[i] ?? 120,
    );
    this.#starts = columnStarts(widths);
  }

  #publish(): void {
    this.#snapshot = this.#takeSnapshot();
    for (const listener of this.#listeners) listener();
  }

  #takeSnapshot(): Snapshot {
    return {
      starts: this.#starts,
      columnsShown: this.#columnsShown,
      rowsAtRest: this.#rowsShown,
      offset: { left: this.#left, top: this.#top },
      gutter: this.#gutter,
      selection: this.#selection,
      scroll: {
        width: this.#gutter + (this.#starts.at(-1) as number) + 40,
        height: this.#scale.scrollHeight,
      },
      error: undefined,
    };
  }
}
