import { isNumeric } from '../app/column-types.js';
import type { Language } from '../preferences.js';
import { shownText } from './cell-text.js';
import { ROW_HEIGHT, type Span } from './geometry.js';
import type { Palette } from './palette.js';
import { type Rectangle, rectangleOf, type Selection } from './selection.js';
import { shownCell } from './shown-cell.js';
import type { CellMark, CellMarks, GridColumn, GridRow } from './types.js';

const PADDING = 8;
const TEXT_SIZE = 13;
const MAX_MEASURED = 5;
/** Characters about twice as wide as others: those of East Asia, and capitals. */
const wide = /[\u1100-\uffdf]|\p{Lu}/gu;

/** What is in view, and where. */
export interface Scene {
  columns: readonly GridColumn[];
  starts: readonly number[];
  rowsShown: Span;
  columnsShown: Span;
  /** How many of the first columns do not scroll sideways. */
  frozen: number;
  row(index: number): GridRow | undefined;
  marks: CellMarks | undefined;
  /** Undefined while the grid does not have the focus and nothing was selected. */
  selection: Selection | undefined;
  /** Whether the selection has a handle at its corner. */
  hasHandle: boolean;
  left: number;
  top: number;
  width: number;
  height: number;
  gutter: number;
  language: Language;
  palette: Palette;
}

/** Draws the cells. Columns are drawn one after the other, because each is clipped, and clipping takes time. */
export function paint(context: CanvasRenderingContext2D, scene: Scene): void {
  const { width, height, palette, gutter, frozen, starts } = scene;
  context.fillStyle = palette.sunken;
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'middle';
  context.font = `${TEXT_SIZE}px ${palette.font}`;
  const area = selectedArea(scene);
  const edge = gutter + (starts[frozen] ?? 0);
  paintPart(context, scene, area, { from: edge, to: width });
  if (frozen > 0) {
    const still = { ...scene, left: 0, columnsShown: { first: 0, end: frozen } };
    paintPart(context, still, area, { from: gutter, to: edge });
    context.fillStyle = palette.soft;
    context.fillRect(edge - 1, 0, 1, topOf(scene, scene.rowsShown.end));
  }
  paintGutter(context, scene, area);
}

/** Columns that scroll alike, in the part of the view that is theirs. */
function paintPart(
  context: CanvasRenderingContext2D,
  scene: Scene,
  area: Rectangle | undefined,
  { from, to }: { from: number; to: number },
): void {
  const { columnsShown, height } = scene;
  context.save();
  context.beginPath();
  context.rect(from, 0, to - from, height);
  context.clip();
  for (let column = columnsShown.first; column < columnsShown.end; column++)
    paintColumn(context, scene, column);
  paintRowLines(context, scene);
  if (area) paintSelection(context, scene, area);
  context.restore();
}

function paintRowLines(context: CanvasRenderingContext2D, scene: Scene): void {
  const { palette, width, columnsShown, rowsShown } = scene;
  context.fillStyle = palette.line;
  const right = Math.min(width, leftOf(scene, columnsShown.end));
  for (let row = rowsShown.first; row < rowsShown.end; row++)
    context.fillRect(0, topOf(scene, row + 1) - 1, right, 1);
}

const leftOf = ({ starts, left, gutter }: Scene, column: number): number =>
  gutter + (starts[column] ?? 0) - left;
const topOf = ({ top }: Scene, row: number): number => Math.round(row * ROW_HEIGHT - top);

function paintColumn(context: CanvasRenderingContext2D, scene: Scene, index: number): void {
  const { columns, rowsShown, palette, marks, language } = scene;
  const column = columns[index] as GridColumn;
  const x = leftOf(scene, index);
  const width = leftOf(scene, index + 1) - x;
  const top = topOf(scene, rowsShown.first);
  const isMasked = column.badge === 'masked';
  const isRight = isNumeric(column.type) && !isMasked;
  context.fillStyle = isMasked ? palette.sunken : palette.surface;
  context.fillRect(x, top, width, topOf(scene, rowsShown.end) - top);
  context.save();
  context.beginPath();
  context.rect(x, 0, width - 1, scene.height);
  context.clip();
  context.textAlign = isRight ? 'right' : 'left';
  context.fillStyle = palette.text;
  for (let line = rowsShown.first; line < rowsShown.end; line++) {
    const row = scene.row(line);
    const y = topOf(scene, line);
    if (!row) {
      paintPending(context, scene, x, y, width);
      continue;
    }
    const mark = marks?.(row, index);
    if (mark) paintMark(context, scene, mark, { x, y, width });
    const cell = shownCell(row, index, column, language);
    const text = isMasked ? '•••' : cell.line;
    if (text === '') continue;
    if (isMasked) context.fillStyle = palette.soft;
    if (isRight) cell.width ??= context.measureText(text).width;
    const shown = isRight && (cell.width ?? 0) > width - 2 * PADDING ? '###' : text;
    const textX = isRight ? x + width - PADDING : x + PADDING;
    context.fillText(shown, textX, y + ROW_HEIGHT / 2);
    if (mark) endMark(context, scene, mark, { x: textX, y, text: shown, isRight });
  }
  context.restore();
  context.fillStyle = palette.line;
  context.fillRect(x + width - 1, top, 1, topOf(scene, rowsShown.end) - top);
}

/** A row that is being read. */
function paintPending(
  context: CanvasRenderingContext2D,
  { palette }: Scene,
  x: number,
  y: number,
  width: number,
) {
  context.fillStyle = palette.sunken;
  context.fillRect(x + PADDING, y + ROW_HEIGHT / 2 - 4, Math.max(0, width * 0.5 - PADDING), 8);
  context.fillStyle = palette.text;
}

function paintMark(
  context: CanvasRenderingContext2D,
  { palette }: Scene,
  mark: CellMark,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  const fill = mark.fill ?? (mark.tone && palette.tones[mark.tone].soft);
  if (fill) {
    context.fillStyle = fill;
    context.fillRect(x, y, width, ROW_HEIGHT);
  }
  if (mark.corner) {
    context.fillStyle = palette.tones[mark.corner].strong;
    context.beginPath();
    context.moveTo(x + width - 9, y);
    context.lineTo(x + width - 1, y);
    context.lineTo(x + width - 1, y + 8);
    context.fill();
  }
  if (mark.outline) {
    context.strokeStyle = mark.outline;
    context.lineWidth = 2;
    context.strokeRect(x + 1, y + 1, width - 3, ROW_HEIGHT - 3);
  }
  if (mark.isCommented) {
    context.fillStyle = palette.tones.good.strong;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + 8, y);
    context.lineTo(x, y + 8);
    context.fill();
  }
  context.fillStyle = mark.ink ?? palette.text;
  if (mark.isBold || mark.isItalic)
    context.font = `${mark.isItalic ? 'italic ' : ''}${mark.isBold ? '600 ' : ''}${TEXT_SIZE}px ${palette.font}`;
}

function endMark(
  context: CanvasRenderingContext2D,
  { palette }: Scene,
  mark: CellMark,
  { x, y, text, isRight }: { x: number; y: number; text: string; isRight: boolean },
): void {
  if (mark.isStruck) {
    const length = context.measureText(text).width;
    context.fillRect(isRight ? x - length : x, y + ROW_HEIGHT / 2, length, 1);
  }
  context.fillStyle = palette.text;
  context.font = `${TEXT_SIZE}px ${palette.font}`;
}

function selectedArea({ selection }: Scene): Rectangle | undefined {
  return selection && rectangleOf(selection);
}

function paintSelection(context: CanvasRenderingContext2D, scene: Scene, { rows, columns }: Rectangle): void {
  const { palette, selection, rowsShown, height } = scene;
  const x = leftOf(scene, columns.first);
  const width = leftOf(scene, columns.end) - x;
  // A selection may be millions of rows tall; only what is near the view is drawn.
  const y = Math.max(topOf(scene, Math.max(rows.first, rowsShown.first - 1)), -ROW_HEIGHT);
  const bottom = Math.min(topOf(scene, Math.min(rows.end, rowsShown.end + 1)), height + ROW_HEIGHT);
  context.save();
  context.globalAlpha = 0.12;
  context.fillStyle = palette.accent;
  context.fillRect(x, y, width, bottom - y);
  context.restore();
  context.strokeStyle = palette.accent;
  context.lineWidth = 1;
  context.strokeRect(x - 0.5, y - 0.5, width, bottom - y);
  if (!selection) return;
  const activeX = leftOf(scene, selection.active.column);
  const activeWidth = leftOf(scene, selection.active.column + 1) - activeX;
  context.lineWidth = 2;
  context.strokeRect(activeX, topOf(scene, selection.active.row), activeWidth - 1, ROW_HEIGHT - 1);
  if (!scene.hasHandle) return;
  const [handleX, handleY] = [x + width - 4, topOf(scene, rows.end) - 5];
  context.fillStyle = palette.surface;
  context.fillRect(handleX - 1, handleY - 1, 8, 8);
  context.fillStyle = palette.accent;
  context.fillRect(handleX, handleY, 6, 6);
}

function paintGutter(context: CanvasRenderingContext2D, scene: Scene, area: Rectangle | undefined): void {
  const { palette, gutter, rowsShown, height } = scene;
  context.fillStyle = palette.sunken;
  context.fillRect(0, 0, gutter, height);
  context.textAlign = 'right';
  context.font = `12px ${palette.font}`;
  for (let row = rowsShown.first; row < rowsShown.end; row++) {
    const y = topOf(scene, row);
    const isSelected = area && row >= area.rows.first && row < area.rows.end;
    if (isSelected) {
      context.fillStyle = palette.selected;
      context.fillRect(0, y, gutter, ROW_HEIGHT);
    }
    context.fillStyle = isSelected ? palette.accent : palette.soft;
    context.fillText(String(row + 1), gutter - PADDING, y + ROW_HEIGHT / 2);
    context.fillStyle = palette.line;
    context.fillRect(0, y + ROW_HEIGHT - 1, gutter, 1);
  }
  context.fillStyle = palette.line;
  context.fillRect(gutter - 1, 0, 1, topOf(scene, rowsShown.end));
}

/** Wide enough for the widest of some values and the title. */
export function fittingWidth(
  context: CanvasRenderingContext2D,
  column: GridColumn,
  values: readonly unknown[],
  { font, language }: { font: string; language: Language },
): number {
  context.font = `600 ${TEXT_SIZE}px ${font}`;
  // Room for the signs of sorting and of the menu, and for a badge.
  let widest = context.measureText(column.title ?? column.name).width + (column.badge ? 68 : 52);
  context.font = `${TEXT_SIZE}px ${font}`;
  const texts = new Set(values.map((value) => shownText(value, column, language)));
  for (const text of longest(texts)) widest = Math.max(widest, context.measureText(text).width);
  return Math.round(Math.min(360, Math.max(64, widest + 2 * PADDING + 4)));
}

/** Measuring takes long, so that only texts are measured of which one is probably the widest. */
function longest(texts: Iterable<string>): string[] {
  const weighed = [...texts].map((text) => ({ text, weight: text.length + (text.match(wide)?.length ?? 0) }));
  return weighed
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_MEASURED)
    .map(({ text }) => text);
}
