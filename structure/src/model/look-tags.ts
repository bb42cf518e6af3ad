import type { CellRange, CellStyle } from '@workbook-data-service/sheets/grid';
import { columnOfPlace, placeOf, rowOfPlace, type SheetCells } from '../sheet-cells.js';

const maxFills = 9;

/** How cells look, in a few letters: `b` bold, `i` italic, `u` underlined, `c` centred, `>2` indented, `#1` the first fill, `_` a line below. */
export class LookTags {
  readonly #cells: SheetCells;
  readonly #fills: string[] = [];
  readonly #merges: ReadonlyMap<number, CellRange>;

  constructor(cells: SheetCells) {
    this.#cells = cells;
    this.#merges = new Map(cells.sheet.merges.map((merge) => [placeOf(merge.top, merge.left), merge]));
  }

  /** Corners of merged cells, as places. */
  get merged(): { row: number; column: number }[] {
    return [...this.#merges.keys()].map((place) => ({
      row: rowOfPlace(place),
      column: columnOfPlace(place),
    }));
  }

  mergeAt(row: number, column: number): CellRange | undefined {
    return this.#merges.get(placeOf(row, column));
  }

  /** What all cells of a row have in common, and what each has besides. */
  ofRow(row: number, columns: readonly number[]): { common: string; own: string[] } {
    const tags = columns.map((column) => this.#tagsOf(this.#cells.style(row, column)));
    const common = (tags[0] ?? []).filter((tag) => tags.every((own) => own.includes(tag)));
    return {
      common: common.join(''),
      own: tags.map((own) => own.filter((tag) => !common.includes(tag)).join('')),
    };
  }

  #tagsOf({ bold, italic, underline, align, indent, fill, borders }: CellStyle): string[] {
    const isCentred = align === 'center' || align === 'centerContinuous';
    return [
      ...(bold ? ['b'] : []),
      ...(italic ? ['i'] : []),
      ...(underline ? ['u'] : []),
      ...(isCentred ? ['c'] : []),
      ...(indent > 0 ? [`>${indent}`] : []),
      ...(fill && fill !== 'FFFFFF' ? [this.#fillTag(fill)] : []),
      ...(borders.bottom && !borders.left ? ['_'] : []),
    ];
  }

  #fillTag(fill: string): string {
    let at = this.#fills.indexOf(fill);
    if (at < 0 && this.#fills.length < maxFills) at = this.#fills.push(fill) - 1;
    return at < 0 ? '#' : `#${at + 1}`;
  }
}
