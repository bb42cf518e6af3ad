import { Kind } from '../../../cell-grid.js';
import type { LineRole } from '../../../lines/line-role.js';
import { opensLikeNote, readsAsField, saysTotal } from '../../../lines/line-vocabulary.js';
import { namesResult } from '../../../total-vocabulary.js';
import { isMarked, isUsual } from './form-fields.js';
import { longestName, mayNameColumns } from './list-names.js';
import { isFigure, type SheetTokens, type Token } from './sheet-tokens.js';

/** So many blank rows are between two records at most, and so many before the totals: an invoice has room for further items. */
const maxGap = 2;
const maxGapToTotals = 25;
/** Texts in rows of their own between two records. */
const maxTexts = 5;
/** A total has its label, its amount, and a rate or a remark. */
const maxCellsOfTotal = 3;
/** The share of cells in a column that are names of usual fields. */
const mostlyLabels = 0.6;
/** The share of cells that are the names of their columns. */
const mostlyNames = 0.5;

/** The rows below a header. */
export class ListRows {
  readonly #left: number;
  readonly #right: number;
  readonly #texts: string;
  /** Whether all records so far begin in the first column. */
  #areLabelled = true;
  /** Columns in which all records so far have words: figures below them count these. */
  readonly #words = new Map<number, boolean>();
  /** How the first cell of the first record is written: a day or a number alone is a record that is blank yet. */
  #pattern: string | undefined | null = null;

  constructor(
    readonly tokens: SheetTokens,
    readonly names: readonly Token[],
  ) {
    this.#left = names[0]?.column ?? 0;
    this.#right = names.at(-1)?.end ?? 0;
    this.#texts = textsOf(names);
  }

  /** The cells of a row below the names. */
  inside(row: number): Token[] {
    return this.tokens.row(row).filter(({ column }) => column >= this.#left && column <= this.#right);
  }

  /** How many names have values below them, and how many nothing but figures. */
  columns(records: readonly number[]): { used: number; figures: number } {
    const columns = this.names.map((name) => {
      const below = records.flatMap((row) => this.inside(row).filter((one) => this.#nameOf(one) === name));
      return { count: below.length, figures: below.filter(isFigure).length };
    });
    return {
      used: columns.filter(({ count }) => count > 0).length,
      figures: columns.filter(({ count, figures }) => count > 0 && figures >= 0.8 * count).length,
    };
  }

  /** Whether a column has the names of usual fields rather than values. */
  hasLabels(records: readonly number[]): boolean {
    return this.names.some((name) => {
      const below = records.flatMap((row) => this.inside(row).filter((one) => this.#nameOf(one) === name));
      const labels = new Set(below.filter(({ text }) => isUsual(text)).map(({ text }) => text));
      return labels.size > 1 && labels.size >= mostlyLabels * below.length;
    });
  }

  read(header: number, end: number): Map<number, LineRole> {
    const roles = new Map<number, LineRole>([[header, 'header']]);
    let pending: number[] = [];
    let last = header;
    let isClosing = false;
    for (let row = header + 1; row < end; row++) {
      const cells = this.inside(row);
      if (cells.length === 0) continue;
      const role = this.#roleOf(cells, isClosing);
      const gap = row - last - 1;
      if ((gap > 0 || pending.length > 0) && this.#namesOthers(row, cells)) break;
      if (
        role === undefined ||
        pending.length > maxTexts ||
        gap > (role === 'derived' ? maxGapToTotals : maxGap)
      )
        break;
      if (role === 'group') {
        pending.push(row);
        last = row;
        continue;
      }
      isClosing ||= role === 'derived';
      // A text alone is part of the list where a record follows.
      for (const lone of pending)
        roles.set(lone, isClosing ? 'notes' : this.#isHeading(lone) ? 'group' : 'data');
      pending = [];
      roles.set(row, role);
      last = row;
    }
    return roles;
  }

  #roleOf(cells: readonly Token[], isClosing: boolean): LineRole | undefined {
    if (textsOf(cells) === this.#texts) return 'header';
    if (this.#repeatsNames(cells)) return undefined;
    const figures = cells.filter(isFigure);
    const label = cells[cells.findIndex(isFigure) - 1];
    const first = cells[0];
    if (label && first && [first, label].some(({ text, kind }) => kind === Kind.text && saysResult(text)))
      return 'derived';
    const isLone = cells.length === 1 && figures.length === 0;
    if (isClosing) {
      if (isLone) return 'group';
      const isAmount = label ? cells.at(-1) !== label : first && first.column > (this.names[0]?.end ?? 0);
      return isAmount && cells.length <= maxCellsOfTotal ? 'derived' : undefined;
    }
    const isUnlabelled =
      this.#pattern !== null && this.#areLabelled && first && first.column > (this.names[0]?.end ?? 0);
    const isFigures = figures.length === cells.length;
    if (isUnlabelled && (isFigures || (cells.length === 2 && label !== undefined))) return 'derived';
    if (cells.filter(({ text }) => isMarked(text)).length > 1 || isMarked(first?.text ?? ''))
      return undefined;
    if (cells.every(({ text }) => readsAsField(text))) return undefined;
    const [pattern] = cells.map(({ text }) => patternOf(text));
    if (isLone && first?.column === this.#left && pattern && pattern === this.#pattern) return 'data';
    const counts = figures.filter(({ column }) => this.#words.get(column));
    const areCounts = counts.length > 1 && 2 * counts.length > figures.length;
    if (areCounts && first?.kind === Kind.text) return 'derived';
    if (!isLone)
      for (const { column, text } of cells)
        this.#words.set(column, /\p{L}/u.test(text) && this.#words.get(column) !== false);
    if (this.#pattern === null && (!isLone || first?.column === this.#left)) this.#pattern = pattern;
    if (!isLone) this.#areLabelled &&= first?.column === this.#left;
    if (isLone) return opensLikeNote(`${first?.text}:`) ? undefined : 'group';
    return 'data';
  }

  /** Whether a row names the columns of another table, which has figures right below. */
  #namesOthers(row: number, cells: readonly Token[]): boolean {
    const below = this.tokens.row(row + 1).filter(isFigure);
    return mayNameColumns(cells) && cells.some(({ column }) => below.some((one) => one.column === column));
  }

  /** Whether several names recur among other ones: another table of the same columns begins. */
  #repeatsNames(cells: readonly Token[]): boolean {
    const names = new Map(this.names.map(({ column, text }) => [column, firstWordOf(text)]));
    const again = cells.filter(
      (cell) => !isFigure(cell) && names.get(cell.column) === firstWordOf(cell.text),
    );
    return again.length > 1 && again.length >= mostlyNames * cells.length;
  }

  #isHeading(row: number): boolean {
    const [label] = this.inside(row);
    return label !== undefined && (label.column === this.#left || label.end > label.column);
  }

  #nameOf({ column }: Token): Token | undefined {
    return this.names.findLast((name) => name.column <= column);
  }
}

const saysResult = (text: string) =>
  text.length <= longestName &&
  (saysTotal(text) || namesResult(text) || /平均|^(?:average|mean)\b/i.test(text));

const firstWordOf = (text: string) => /[\p{L}\p{N}]+/u.exec(text)?.[0].toLowerCase() ?? text;

const patternOf = (text: string) =>
  /\p{Nd}/u.test(text) ? text.replaceAll(/\p{Nd}+/gu, '0').replaceAll(/\p{L}/gu, 'a') : undefined;

const textsOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join('\n');
