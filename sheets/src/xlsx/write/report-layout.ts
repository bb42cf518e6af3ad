import { textWidth } from '../../core/text-width.js';
import type { CellLook } from './cell-look.js';
import { contentWidth } from './column-widths.js';
import type { ReportBlock, ReportDrawing, ReportTable, XlsxReport } from './report-content.js';
import { reportLooks } from './report-looks.js';
import { heightOf, linesOf } from './row-heights.js';
import type { TableRows } from './table-rows.js';
import type { XlsxColumn } from './workbook-content.js';
import { textRows } from './wrap-text.js';

/** A column without a table has this width, in characters. */
const USUAL_WIDTH = 9;
const WIDEST = 48;
/** A longer heading takes several lines. */
const WIDEST_HEADING = 24;
const AIR = 3;
/** A text takes as many columns as make it at least this wide. */
const TEXT_WIDTH = 80;
/** Wider sheets are printed in landscape: about what fits upright on A4, a little smaller. */
const UPRIGHT_WIDTH = 110;
const ROW_POINTS = 15;
const ROW_PIXELS = 20;
const PIXELS_PER_CHARACTER = 7;
const POINTS_PER_CHARACTER = (PIXELS_PER_CHARACTER * 3) / 4;
/** The height of a line, and the size of text that widths are measured in. */
const LINE_HEIGHT = 1.36;
const USUAL_SIZE = 11;
/** What stands above a frozen heading takes space on the screen for good. */
const LOWEST_FROZEN = 8;

/** What the rows of a sheet are, from the top. */
export type LayoutItem =
  | { kind: 'line'; text: string; look: CellLook; height: number; isMerged: boolean }
  | { kind: 'gap'; rows: number }
  | { kind: 'drawing'; drawing: ReportDrawing; rows: number }
  | { kind: 'table'; table: LaidOutTable };

/** A table with the writer of its rows. */
export interface LaidOutTable {
  table: ReportTable;
  rows: TableRows;
  /** Of the row of headings, in points; undefined for one line. */
  headingHeight: number | undefined;
}

export interface ReportLayout {
  items: LayoutItem[];
  /** Of the columns from the first, in characters. */
  widths: number[];
  /** Of the whole, in points. */
  width: number;
  /** How many columns a text of several lines takes. */
  textColumns: number;
  landscape: boolean;
  /** The rows that stay on the screen; 0 if none do. */
  frozenRows: number;
}

/** Rows of several lines and everything that determines the place of a row are settled before the first is written. */
export async function layOutReport(
  { blocks }: XlsxReport,
  rowsOf: (table: ReportTable) => TableRows,
): Promise<ReportLayout> {
  const tables = new Map<ReportTable, LaidOutTable>();
  const widths: number[] = [];
  for (const block of blocks) {
    if (block.kind !== 'table') continue;
    const laidOut: LaidOutTable = { table: block, rows: rowsOf(block), headingHeight: undefined };
    tables.set(block, laidOut);
    for (const [i, width] of (await tableWidths(laidOut)).entries()) {
      widths[i] = Math.max(widths[i] ?? 0, width);
    }
  }
  for (const laidOut of tables.values()) laidOut.headingHeight = headingHeight(laidOut.table, widths);
  const { textColumns, textWidth } = placeOfText(widths);
  const items = blocks.flatMap((block, i): LayoutItem[] => [
    ...itemsOf(block, textWidth, tables),
    ...(needsGap(block, blocks[i + 1]) ? [{ kind: 'gap', rows: 1 } as const] : []),
  ]);
  const drawings = blocks.map((block) => (isDrawing(block) ? block.width / PIXELS_PER_CHARACTER : 0));
  const total = Math.max(
    widths.reduce((sum, width) => sum + width, 0),
    ...drawings,
  );
  return {
    items,
    widths,
    textColumns,
    width: total * POINTS_PER_CHARACTER,
    landscape: total > UPRIGHT_WIDTH,
    frozenRows: frozenRows(items),
  };
}

/** How high what begins with an item is that is not torn apart: lines with the drawing or the first rows below them. */
export function heightTogether(items: readonly LayoutItem[], from: number): number {
  let height = 0;
  for (const item of items.slice(from)) {
    if (item.kind === 'gap') break;
    if (item.kind === 'line') height += item.height;
    else return height + (item.kind === 'drawing' ? item.rows * ROW_POINTS : FIRST_ROWS_POINTS);
  }
  return height;
}

/** Of the headings of a table and two rows. */
const FIRST_ROWS_POINTS = 60;

/** Bold letters are a little wider. */
function headingHeight({ columns }: ReportTable, widths: readonly number[]): number | undefined {
  return heightOf(
    Math.max(...columns.map(({ name }, i) => linesOf(name, ((widths[i] ?? USUAL_WIDTH) - AIR) / 1.1)), 1),
  );
}

/** How many rows an item takes at least: for a table all but its data. */
export function fixedRows(item: LayoutItem): number {
  switch (item.kind) {
    case 'line':
      return 1;
    case 'gap':
    case 'drawing':
      return item.rows;
    case 'table': {
      const { showHeadings, totals } = item.table.table;
      return Number(showHeadings) + totals.length + ROWS_OF_REMARK;
    }
  }
}

/** Below a table without rows, or one that does not fit the sheet. */
const ROWS_OF_REMARK = 1;

async function tableWidths({ table, rows }: LaidOutTable): Promise<number[]> {
  const sample = await table.sample();
  return table.columns.map((column, i) => {
    const display = rows.displayOf(i);
    const content = Math.max(contentWidth(column, sample[i], display), widestTotal(table, i, rows));
    if (content > WIDEST) rows.wrap(i, WIDEST - AIR);
    const heading = table.showHeadings ? Math.min(textWidth(column.name), WIDEST_HEADING) : 0;
    return Math.min(WIDEST, Math.max(USUAL_WIDTH, heading + AIR, content + AIR));
  });
}

/** The first column has the labels too. */
function widestTotal(table: ReportTable, column: number, rows: TableRows): number {
  const widths = table.totals.map(({ label, cells }) => {
    const total = cells.get(column);
    const labelWidth = column === 0 ? textWidth(label) + 1 : 0;
    return (
      labelWidth +
      (total
        ? contentWidth(
            table.columns[column] as XlsxColumn,
            [total.value],
            rows.displayOf(column, total.numberFormat),
          )
        : 0)
    );
  });
  return Math.max(0, ...widths);
}

function placeOfText(widths: readonly number[]): { textColumns: number; textWidth: number } {
  let [textColumns, textWidth] = [0, 0];
  while (textWidth < TEXT_WIDTH) {
    textWidth += widths[textColumns] ?? USUAL_WIDTH;
    textColumns += 1;
  }
  return { textColumns, textWidth };
}

function itemsOf(
  block: ReportBlock,
  width: number,
  tables: ReadonlyMap<ReportTable, LaidOutTable>,
): LayoutItem[] {
  switch (block.kind) {
    case 'heading':
      return lines(block.text, reportLooks.headings[block.level], width);
    case 'text':
      return lines(block.text, reportLooks.text, width);
    case 'note':
      return lines(block.text, reportLooks.note, width).map((line) => ({ ...line, isMerged: true }));
    case 'spacer':
      return [{ kind: 'gap', rows: block.rows }];
    case 'picture':
    case 'chart':
      return [{ kind: 'drawing', drawing: block, rows: Math.ceil(block.height / ROW_PIXELS) }];
    case 'table':
      return [
        ...(block.title === undefined ? [] : lines(block.title, reportLooks.tableTitle, width)),
        { kind: 'table', table: tables.get(block) as LaidOutTable },
      ];
  }
}

/** A short text runs on over the empty cells beside it; one of several lines needs them merged. */
function lines(text: string, look: CellLook, width: number): Extract<LayoutItem, { kind: 'line' }>[] {
  const { size = USUAL_SIZE, bold } = look;
  const usable = (width * USUAL_SIZE) / size / (bold ? 1.1 : 1) - AIR;
  const air = size > USUAL_SIZE ? size / 2 : 0;
  return textRows(text, usable).map((row) => ({
    kind: 'line',
    text: row.text,
    look: row.lines > 1 ? { ...look, wrap: true } : look,
    height: Math.max(ROW_POINTS, Math.ceil(row.lines * size * LINE_HEIGHT + air)),
    isMerged: row.lines > 1,
  }));
}

const isDrawing = (block: ReportBlock) => block.kind === 'picture' || block.kind === 'chart';

/** A table or drawing stands apart from what follows it. */
function needsGap(block: ReportBlock, next: ReportBlock | undefined): boolean {
  return (block.kind === 'table' || isDrawing(block)) && next !== undefined && next.kind !== 'spacer';
}

/** The heading of a sheet's only table is frozen, unless too much stands above it. */
function frozenRows(items: readonly LayoutItem[]): number {
  if (items.filter(({ kind }) => kind === 'table' || kind === 'drawing').length !== 1) return 0;
  const at = items.findIndex((item) => item.kind === 'table' && item.table.table.showHeadings);
  if (at < 0) return 0;
  const headingRow = items.slice(0, at).reduce((sum, item) => sum + fixedRows(item), 1);
  return headingRow <= LOWEST_FROZEN ? headingRow : 0;
}
