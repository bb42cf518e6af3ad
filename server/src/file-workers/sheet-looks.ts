import { type CellRange, columnLetters, formatRange } from '@workbook-data-service/sheets/addresses';
import type { ColumnReader } from '@workbook-data-service/sheets/columns';
import { DAYS_TO_1904 } from '@workbook-data-service/sheets/dates';
import { CellKind, type CellStyle, plainStyle, type Sheet } from '@workbook-data-service/sheets/grid';
import { formatNumber, withQuotedLetters } from '@workbook-data-service/sheets/number-formats';

/** How a part of a sheet looks: what a page needs to draw it as a spreadsheet program does. */
export interface SheetLooks {
  /** Those that occur in the part; cells name them by position. */
  styles: CellStyle[];
  /** Blank cells with a look of their own, in runs beside each other. */
  styled_blanks: { range: string; style: number }[];
  /** Merged ranges that reach into the part. */
  merges: string[];
  /** In characters, where they were chosen. */
  column_widths: { column: string; width: number }[];
  hidden_columns: string[];
  hidden_rows: number[];
}

const MAX_MERGES = 10_000;

/** Gives each style of a sheet a position among those that were asked for. */
export class StylesInUse {
  readonly #sheet: Sheet;
  readonly #positions = new Map<number, number>();
  readonly list: CellStyle[] = [];

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  /** The style of a cell, row and column counted from 0; undefined where it has none of its own. */
  at(row: number, column: number): number | undefined {
    const { styles, columns } = this.#sheet;
    const held = columns[column];
    const index = held?.styles?.[row - held.firstRow] ?? 0;
    const known = this.#positions.get(index);
    if (known !== undefined) return known < 0 ? undefined : known;
    const style = styles[index] ?? plainStyle;
    const position = isPlain(style) ? -1 : this.list.push(style) - 1;
    this.#positions.set(index, position);
    return position < 0 ? undefined : position;
  }
}

/** The number format does not count: the shown texts follow it already. */
function isPlain({ numberFormat: _, borders, ...style }: CellStyle): boolean {
  const { numberFormat: __, borders: ___, ...plain } = plainStyle;
  return (
    Object.values(borders).every((line) => line === null) &&
    (Object.keys(plain) as (keyof typeof plain)[]).every((key) => style[key] === plain[key])
  );
}

/** Everything about the looks of a part but the styles of its filled cells; rows of the range count from 1. */
export function looksOf(
  sheet: Sheet,
  range: CellRange,
  styles: StylesInUse,
  isFilled: (row: number, column: number) => boolean,
): SheetLooks {
  const { top, left, bottom, right } = range;
  const isInside = (column: number) => column >= left && column <= right;
  const blanks = styledBlanks(range, styles, isFilled);
  return {
    styles: styles.list,
    styled_blanks: blanks,
    merges: sheet.merges
      .filter(
        (merge) =>
          merge.top < bottom && merge.bottom >= top - 1 && merge.left <= right && merge.right >= left,
      )
      .slice(0, MAX_MERGES)
      .map((merge) => formatRange({ ...merge, top: merge.top + 1, bottom: merge.bottom + 1 })),
    column_widths: [...sheet.columnWidths]
      .filter(([column]) => isInside(column))
      .map(([column, width]) => ({ column: columnLetters(column), width })),
    hidden_columns: [...sheet.hiddenColumns].filter(isInside).map(columnLetters),
    hidden_rows: [...sheet.hiddenRows].map((row) => row + 1).filter((row) => row >= top && row <= bottom),
  };
}

function styledBlanks(
  { top, left, bottom, right }: CellRange,
  styles: StylesInUse,
  isFilled: (row: number, column: number) => boolean,
): SheetLooks['styled_blanks'] {
  const runs: SheetLooks['styled_blanks'] = [];
  for (let row = top; row <= bottom; row++) {
    let start = left;
    let current: number | undefined;
    for (let column = left; column <= right + 1; column++) {
      const style = column > right || isFilled(row - 1, column) ? undefined : styles.at(row - 1, column);
      if (style === current) continue;
      if (current !== undefined)
        runs.push({
          range: formatRange({ top: row, bottom: row, left: start, right: column - 1 }),
          style: current,
        });
      [start, current] = [column, style];
    }
  }
  return runs;
}

/** A number or date as its format shows it; undefined for other cells, and where no format was chosen. */
export function shownText(reader: ColumnReader, row: number): string | undefined {
  const kind = reader.kind(row);
  if (kind !== CellKind.number && kind !== CellKind.date) return undefined;
  const format = reader.numberFormat(row);
  if (format === plainStyle.numberFormat) return undefined;
  const isShifted = kind === CellKind.date && reader.sheet.dateSystem === '1904';
  const text = formatNumber(reader.number(row) + (isShifted ? DAYS_TO_1904 : 0), withQuotedLetters(format));
  return typeof text === 'string' ? text.trim() : undefined;
}
