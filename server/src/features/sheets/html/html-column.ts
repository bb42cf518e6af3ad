import { textWidth } from '@workbook-data-service/sheets/text-values';
import { escapeHtml } from '../../../core/escape-html.js';
import type { TotalFunction } from '../../../core/sheet-blocks.js';
import type { GovernedColumn } from '../../../workbook/governance/governed-tables.js';
import type { ViewCell, ViewRows } from '../../../workbook/reading/view-rows.js';
import type { CellAnnotations } from '../cell-annotations.js';
import { alignsRight } from '../cell-text.js';
import { ShownColumn } from '../shown-column.js';
import type { StyleClasses } from './cell-styles.js';
import { alignedAtPoint, placesOf } from './decimal-places.js';
import type { Footnotes } from './footnotes.js';

/** Longer texts are cut. */
export const LONGEST_CELL = 1000;

/** In characters. A longer text is prose, which takes several lines; a shorter one never does. */
const LONGEST_LINE = 28;

/** How wide a column of prose is, in characters, where the page has room. */
const PROSE_WIDTH = 40;

/** A column of a view with what stands in it, and how wide it is. */
export class HtmlColumn {
  /** In characters, without the blank beside them. */
  readonly width: number;
  readonly id: string;
  readonly #texts: readonly string[];
  readonly #totals: ReadonlyMap<TotalFunction, string>;
  readonly #classes: readonly (string | undefined)[];
  readonly #isNumeric: boolean;

  constructor(
    private readonly column: GovernedColumn,
    { rows }: ViewRows,
    at: number,
    totals: ReadonlyMap<TotalFunction, ViewCell>,
    private readonly annotations: CellAnnotations,
    styles: StyleClasses,
  ) {
    const shown = new ShownColumn(column, annotations);
    const cells = rows.map(({ id, cells }) => shown.cell(id, cells[at] ?? null, LONGEST_CELL));
    const places = cells.reduce((most, { text }) => Math.max(most, placesOf(text)), 0);
    const totalTexts = [...totals].map(([fn, value]) => shown.total(fn, value, places));
    const texts = [...cells.map(({ text }) => text), ...totalTexts];
    this.id = column.id;
    this.#isNumeric = alignsRight(column.type);
    const aligned = this.#isNumeric ? alignedAtPoint(texts) : texts;
    this.#texts = aligned.slice(0, cells.length);
    this.#totals = new Map([...totals.keys()].map((fn, i) => [fn, aligned[cells.length + i] ?? '']));
    this.#classes = cells.map(({ style }) => styles.of(style));
    const widest = Math.max(...texts.map((text) => textWidth(text)), 0);
    this.width = Math.max(Math.min(widest, PROSE_WIDTH), longestWord(column.name));
  }

  header(notes: Footnotes): string {
    const { name, masked, id } = this.column;
    const mark = notes.mark(this.annotations.at(null, id)?.note);
    const classes = [this.#isNumeric ? 'n' : '', masked ? 'masked' : ''];
    return `<th scope="col"${classAttribute(classes)}>${breakable(name)}${mark}</th>`;
  }

  cell(row: number, rowId: number, rowMark: string, notes: Footnotes): string {
    const text = this.#texts[row] ?? '';
    const mark = notes.mark(this.annotations.at(rowId, this.column.id)?.note);
    const classes = [this.#isNumeric ? 'n' : '', this.#classes[row] ?? ''];
    const content = `${escapeHtml(text)}${rowMark}${mark}`;
    return `<td${classAttribute(classes)}>${isProse(text) ? `<div>${content}</div>` : content}</td>`;
  }

  hasTotal(fn: TotalFunction): boolean {
    return this.#totals.has(fn);
  }

  /** The first column has the name of the function, in small letters if it has a total itself. */
  total(fn: TotalFunction, label: string): string {
    const text = this.#totals.get(fn);
    if (text === undefined) return `<td>${label}</td>`;
    const small = label && `<small>${label}</small> `;
    return `<td${classAttribute([this.#isNumeric || fn === 'count' ? 'n' : ''])}>${small}${escapeHtml(text)}</td>`;
  }
}

const isProse = (text: string) => text.length > LONGEST_LINE / 2 && textWidth(text) > LONGEST_LINE;

/** The names of columns break where their words end. */
const breakable = (name: string) => escapeHtml(name).replace(/(?<=[a-z0-9])[_/]+(?=[a-z0-9])/gi, '$&<wbr>');

const longestWord = (name: string) =>
  Math.max(...name.split(/[\s_/-]+/).map((word) => Math.min(textWidth(word), LONGEST_LINE)));

function classAttribute(classes: readonly string[]): string {
  const set = classes.filter((name) => name !== '');
  return set.length > 0 ? ` class="${set.join(' ')}"` : '';
}
