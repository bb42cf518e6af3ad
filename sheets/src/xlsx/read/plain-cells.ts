import type { DateSystem } from '../../core/date-serials.js';
import { isDateSerial } from '../../core/date-serials.js';
import { CellKind } from '../../grid/grid.js';
import type { GridBuilder } from '../../grid/grid-builder.js';
import { gridLimits } from '../../grid/grid-limits.js';
import { parseNumber } from '../xml/parse-number.js';
import type { FastLane } from '../xml/xml-scanner.js';
import type { CellPosition } from './cell-position.js';

const QUOTE = 0x22;
const SLASH = 0x2f;
const LESS_THAN = 0x3c;
const EQUALS = 0x3d;
const GREATER_THAN = 0x3e;
const [LOWER_C, LOWER_R, LOWER_S, LOWER_T, LOWER_V] = [0x63, 0x72, 0x73, 0x74, 0x76];
/** More than the longest plain cell, so that nothing is read past the end. */
const LONGEST = 160;
const MAX_DIGITS = 15;

/**
 * Nearly all cells of nearly all files are written `<c r="B7" s="3" t="s"><v>12</v></c>`. Those are read here
 * in one go, which is several times faster; the first one written differently is left to the scanner.
 */
export class PlainCells implements FastLane {
  readonly #grid: GridBuilder;
  readonly #position: CellPosition;
  /** For every style, whether it shows numbers as dates. */
  readonly #dateStyles: Uint8Array;
  readonly #dateSystem: DateSystem;
  readonly #sharedTexts: number;

  constructor(
    grid: GridBuilder,
    position: CellPosition,
    dateStyles: Uint8Array,
    dateSystem: DateSystem,
    sharedTexts: number,
  ) {
    this.#grid = grid;
    this.#position = position;
    this.#dateStyles = dateStyles;
    this.#dateSystem = dateSystem;
    this.#sharedTexts = sharedTexts;
  }

  pass(bytes: Buffer, start: number): number {
    const last = bytes.length - LONGEST;
    let cellAt = start;
    while (cellAt < last) {
      if (bytes[cellAt] !== LESS_THAN || bytes[cellAt + 1] !== LOWER_C) return cellAt;
      let at = cellAt + 2;
      let row = -1;
      let column = -1;
      let style = 0;
      let shared = false;
      while (bytes[at] === 0x20) {
        const name = bytes[at + 1];
        if (bytes[at + 2] !== EQUALS || bytes[at + 3] !== QUOTE) return cellAt;
        at += 4;
        if (name === LOWER_R) {
          column = 0;
          for (
            let letter = bytes[at] as number;
            letter >= 0x41 && letter <= 0x5a;
            letter = bytes[++at] as number
          ) {
            column = column * 26 + letter - 0x40;
            if (column > gridLimits.columns) return cellAt;
          }
          row = 0;
          for (
            let digit = bytes[at] as number;
            digit >= 0x30 && digit <= 0x39;
            digit = bytes[++at] as number
          ) {
            row = row * 10 + digit - 0x30;
            if (row > gridLimits.rows) return cellAt;
          }
        } else if (name === LOWER_S) {
          for (
            let digit = bytes[at] as number;
            digit >= 0x30 && digit <= 0x39;
            digit = bytes[++at] as number
          ) {
            style = style * 10 + digit - 0x30;
            if (style > 0xffff) return cellAt;
          }
        } else if (name === LOWER_T && bytes[at] === LOWER_S) {
          shared = true;
          at++;
        } else {
          return cellAt;
        }
        if (bytes[at] !== QUOTE) return cellAt;
        at++;
      }
      if (row <= 0 || column <= 0) return cellAt;
      if (bytes[at] === SLASH && bytes[at + 1] === GREATER_THAN) {
        this.#add(row, column, CellKind.empty, 0, style);
        cellAt = at + 2;
        continue;
      }
      if (
        bytes[at] !== GREATER_THAN ||
        bytes[at + 1] !== LESS_THAN ||
        bytes[at + 2] !== LOWER_V ||
        bytes[at + 3] !== GREATER_THAN
      )
        return cellAt;
      const from = at + 4;
      let value = 0;
      at = from;
      for (let digit = bytes[at] as number; digit >= 0x30 && digit <= 0x39; digit = bytes[++at] as number) {
        value = value * 10 + digit - 0x30;
      }
      if (bytes[at] !== LESS_THAN || at - from > MAX_DIGITS || at === from) {
        if (shared) return cellAt;
        while (at < last + LONGEST && bytes[at] !== LESS_THAN) at++;
        value = parseNumber(bytes, from, at);
        if (Number.isNaN(value)) return cellAt;
      }
      if (
        bytes[at + 1] !== SLASH ||
        bytes[at + 2] !== LOWER_V ||
        bytes[at + 3] !== GREATER_THAN ||
        bytes[at + 4] !== LESS_THAN ||
        bytes[at + 5] !== SLASH ||
        bytes[at + 6] !== LOWER_C ||
        bytes[at + 7] !== GREATER_THAN
      )
        return cellAt;
      if (shared && value >= this.#sharedTexts) return cellAt;
      this.#add(row, column, shared ? CellKind.text : this.#numberKind(value, style), value, style);
      cellAt = at + 8;
    }
    return cellAt;
  }

  #numberKind(value: number, style: number): number {
    const isDate = this.#dateStyles[style] === 1 && isDateSerial(value, this.#dateSystem);
    return isDate ? CellKind.date : CellKind.number;
  }

  #add(row: number, column: number, kind: number, value: number, style: number): void {
    this.#position.row = row - 1;
    this.#position.column = column - 1;
    const known = style < this.#dateStyles.length ? style : 0;
    if (kind !== CellKind.empty || known > 0) this.#grid.add(row - 1, column - 1, kind, value, known);
  }
}
