import { isoDate, isoTime, isoTimestamp, millisOfDays, unixDays } from '../core/date-serials.js';
import { type FormatKind, formatKind } from '../grid/format-kind.js';
import {
  CellKind,
  type GridColumn,
  plainStyle,
  type Sheet,
  type TextIndex,
  textIndexAt,
} from '../grid/grid.js';
import type { StoredCells } from './column-cells.js';

/** Reads the cells of one sheet column by sheet row. */
export class ColumnReader implements StoredCells {
  readonly areStored = true;
  readonly sheet: Sheet;
  readonly column: GridColumn | null;
  readonly #firstRow: number;
  readonly #kinds: Uint8Array;
  readonly #values: Float64Array;
  readonly #styles: Uint16Array;
  readonly #formatKinds: readonly FormatKind[];

  constructor(sheet: Sheet, column: GridColumn | null) {
    this.sheet = sheet;
    this.column = column;
    this.#firstRow = column?.firstRow ?? 0;
    this.#kinds = column?.kinds ?? noCells.kinds;
    this.#values = column?.values ?? noCells.values;
    this.#styles = column?.styles ?? noCells.styles;
    this.#formatKinds = formatKindsOf(sheet);
  }

  columnAt(_row: number): GridColumn | null {
    return this.column;
  }

  kind(row: number): number {
    return this.#kinds[row - this.#firstRow] ?? CellKind.empty;
  }

  number(row: number): number {
    return this.#values[row - this.#firstRow] ?? 0;
  }

  style(row: number): number {
    return this.#styles[row - this.#firstRow] ?? 0;
  }

  textIndex(row: number): TextIndex {
    return textIndexAt(this.#values, row - this.#firstRow);
  }

  text(row: number): string {
    return this.sheet.texts.at(this.textIndex(row)) ?? '';
  }

  format(row: number): FormatKind {
    return this.#formatKinds[this.style(row)] ?? 'plain';
  }

  numberFormat(row: number): string {
    return (this.sheet.styles[this.style(row)] ?? plainStyle).numberFormat;
  }

  days(row: number): number | undefined {
    return unixDays(this.number(row), this.sheet.dateSystem);
  }

  isBlank(row: number): boolean {
    const kind = this.kind(row);
    if (kind !== CellKind.text) return kind === CellKind.empty;
    const { texts } = this.sheet;
    if (texts.allBeginVisibly || texts.beginsVisibly?.(this.textIndex(row))) return false;
    return isBlankText(this.text(row));
  }

  rendered(row: number): string | null {
    switch (this.kind(row)) {
      case CellKind.text:
      case CellKind.error:
        return this.text(row);
      case CellKind.boolean:
        return this.number(row) ? 'true' : 'false';
      case CellKind.number:
        return this.#renderedNumber(row);
      case CellKind.date:
        return this.#renderedDate(row);
      default:
        return null;
    }
  }

  /** A duration below zero is no date to any program. */
  #renderedNumber(row: number): string {
    const value = this.number(row);
    return value < 0 && this.format(row) === 'duration' ? isoTime(millisOfDays(value)) : plainNumber(value);
  }

  #renderedDate(row: number): string {
    const serial = this.number(row);
    const days = this.days(row);
    const format = this.format(row);
    if (days === undefined) return this.#renderedNumber(row);
    if (format === 'duration' || (format === 'time' && serial < 1)) return isoTime(millisOfDays(serial));
    return format === 'date' && Number.isInteger(days) ? isoDate(days) : isoTimestamp(millisOfDays(days));
  }
}

const noCells = { kinds: new Uint8Array(0), values: new Float64Array(0), styles: new Uint16Array(0) };

const knownKinds = new WeakMap<Sheet['styles'], FormatKind[]>();

/** The sheets of a file share their styles, so this is computed once. */
function formatKindsOf({ styles }: Sheet): FormatKind[] {
  let kinds = knownKinds.get(styles);
  if (!kinds) {
    kinds = styles.map(({ numberFormat }) => formatKind(numberFormat));
    knownKinds.set(styles, kinds);
  }
  return kinds;
}

function isBlankText(text: string): boolean {
  // Most texts begin with a visible character, so this is the quick way.
  const first = text.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && !/\S/.test(text);
}

/** Fifteen digits, as in spreadsheets: 0.1 + 0.2 is 0.3. */
function plainNumber(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : String(Number(value.toPrecision(15)));
}
