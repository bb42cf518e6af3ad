import { Kind } from '../../../cell-grid.js';
import { evidenceOfLines } from '../../../lines/classify-lines.js';
import type { LineRole } from '../../../lines/line-role.js';
import { opensLikeNote, readsAsField, readsAsPeriod, saysTotal } from '../../../lines/line-vocabulary.js';
import { namesResult } from '../../../total-vocabulary.js';
import { isMarked, isUsual } from './form-fields.js';
import { isFigure, type SheetTokens, type Token } from './sheet-tokens.js';

/** A header, the records below it and the totals that close them. */
export interface ItemList {
  top: number;
  bottom: number;
  left: number;
  right: number;
  /** By row of the sheet. */
  roles: Map<number, LineRole>;
  /** How much speaks for it. */
  weight: number;
}

/** Fewer names are labels of fields. */
const minNames = 3;
/** Of tables beside each other. */
const minNamesBeside = 2;
/** The share of rows with a label that no other one has, so that they are records of a table beside another. */
const minOwnLabels = 0.6;
/** The share of cells in a column that are names of usual fields. */
const mostlyLabels = 0.6;
/** So many rows show whether a column is blank between them. */
const rowsBeside = 6;
const longestName = 40;
/** Codes among words are values, unless most names are codes. */
const fewCodes = 0.25;
const manyCodes = 0.7;
/** Names that recur belong to tables beside each other. */
const minDistinct = 0.7;
/** So many blank rows are between two records at most, and so many before the totals: an invoice has room for further items. */
const maxGap = 2;
const maxGapToTotals = 25;
/** Texts in rows of their own between two records. */
const maxTexts = 5;
/** A total has its label, its amount, and a rate or a remark. */
const maxCellsOfTotal = 3;
/** Rows of names above the one right over the records. */
const maxUpperNames = 2;
/** Of the names, so many have values below them. */
const minUsed = 0.3;
/** Less speaks for a row of labels and values. */
const minWeight = 4;
/**
 * What a name over figures weighs, one over anything, a header set off by its looks or only in part, rows of a single cell, and
 * the model of lines.
 */
const weights = { figures: 1, used: 0.5, looks: 1, mixedLooks: 3, sparse: 2, line: 2 };

/** The lists of a sheet: the most evident ones first, the others up to where these begin. */
export function findItemLists(tokens: SheetTokens): ItemList[] {
  const lines = evidenceOfLines(tokens.grid);
  const found: (ItemList & { header: number; names: readonly Token[] })[] = [];
  for (let header = 0; header < tokens.grid.rowCount; header++) {
    const sides = sidesOf(tokens, header);
    for (const names of sides) {
      if (!mayNameColumns(names, sides.length > 1 ? minNamesBeside : minNames)) continue;
      const list = readList(tokens, header, names);
      if (!list) continue;
      const weight = list.weight + weights.line * (lines.share(header, 'header') ?? 0);
      if (weight >= minWeight) found.push({ ...list, weight, header, names });
    }
  }
  found.sort((a, b) => b.weight - a.weight);
  const taken: ItemList[] = [];
  for (const { header, names, ...list } of found) {
    const below = taken.filter((other) => !areApart(list, other));
    const end = Math.min(...below.map(({ top }) => top));
    const own = below.length === 0 ? list : readList(tokens, header, names, end);
    if (own && taken.every((other) => areApart(own, other))) taken.push(own);
  }
  return taken.sort((a, b) => a.top - b.top);
}

const areApart = (one: ItemList, other: ItemList) =>
  one.bottom < other.top || other.bottom < one.top || one.right < other.left || other.right < one.left;

/** The cells of a row by what they may be the header of: tables beside each other have a blank column between them. */
function sidesOf(tokens: SheetTokens, row: number): Token[][] {
  const sides: Token[][] = [];
  for (const cell of tokens.reaching(row)) {
    const last = sides.at(-1)?.at(-1);
    const isApart = !last || tokens.areBlank(row, last.end + 1, cell.column - 1, rowsBeside);
    if (isApart) sides.push([cell]);
    else sides.at(-1)?.push(cell);
  }
  return sides.reduce<Token[][]>((found, side) => {
    const before = found.at(-1);
    if (!before || isOfItsOwn(tokens, side, before)) found.push(side);
    else before.push(...side);
    return found;
  }, []);
}

/** Whether columns have labels of their own, or the names of those at their left. */
function isOfItsOwn(tokens: SheetTokens, side: readonly Token[], before: readonly Token[]): boolean {
  const [first] = side;
  if (!first || side.length < minNamesBeside || before.length < minNamesBeside) return false;
  const names = new Set(before.map(({ text }) => text));
  if (side.filter(({ text }) => names.has(text)).length > 1) return true;
  const below = Array.from({ length: rowsBeside }, (_, at) => first.bottom + 1 + at).flatMap((row) =>
    tokens.row(row).filter(({ column }) => column === first.column),
  );
  const isLabel = ({ kind, text }: Token, at: number) =>
    kind === Kind.text || kind === Kind.date || text === String(at + 1);
  const labels = new Set(below.filter(isLabel).map(({ text }) => text));
  return below.length > 0 && labels.size >= minOwnLabels * below.length;
}

function mayNameColumns(names: readonly Token[], least = minNames): boolean {
  if (names.length < least || names.some(isFigure) || areFields(names)) return false;
  const texts = names.map(({ text }) => text);
  const codes = texts.filter((text) => /^(?=.*\d)[\w./-]+$/.test(text) && !readsAsPeriod(text)).length;
  const areNames = texts.every((text) => text.length <= longestName && !/[。、〒@]|https?:/.test(text));
  return (
    areNames &&
    !(codes > 1 && codes >= fewCodes * texts.length && codes < manyCodes * texts.length) &&
    texts.filter(isMarked).length <= (texts.length > minNames ? 1 : 0) &&
    texts.filter(readsAsField).length <= 1 &&
    new Set(texts).size >= minDistinct * texts.length
  );
}

/** Names of usual fields with something else behind each. */
const areFields = (cells: readonly Token[]) =>
  cells.length % 2 === 0 && cells.every(({ text }, at) => isUsual(text) === (at % 2 === 0));

/** The list below names; it ends at the latest before a row. */
function readList(
  tokens: SheetTokens,
  header: number,
  names: readonly Token[],
  end = tokens.grid.rowCount,
): ItemList | undefined {
  const [first] = names;
  const last = names.at(-1);
  if (!first || !last) return undefined;
  if (areOverNames(tokens, header, names)) return undefined;
  const list = new ListRows(tokens, names);
  const roles = list.read(header, end);
  const records = [...roles].filter(([, role]) => role === 'data').map(([row]) => row);
  const { used, figures } = list.columns(records);
  const full = records.filter((row) => list.inside(row).length > 1);
  if (full.length === 0 || used < Math.max(2, minUsed * names.length)) return undefined;
  if (figures === 0 && full.length < 2) return undefined;
  const areAllFields = (cells: readonly Token[]) => cells.every(({ text }) => isUsual(text));
  if (areAllFields(names) && (full.length < 2 || areAllFields(list.inside(full[1] ?? header))))
    return undefined;
  if (list.hasLabels(full)) return undefined;
  const top = topOfNames(tokens, header, names, roles);
  const body = full[0] ?? header;
  const looks = new Set(names.map((name) => tokens.isSetOff(name))).size;
  const isSetOff =
    names.every((name) => tokens.isSetOff(name)) && list.inside(body).some((one) => !tokens.isSetOff(one));
  return {
    top,
    bottom: Math.max(...roles.keys()),
    left: first.column,
    right: Math.max(last.end, last.column),
    roles,
    weight:
      weights.figures * figures +
      weights.used * used +
      Math.log2(1 + full.length) +
      (isSetOff ? weights.looks : 0) -
      (2 * full.length < records.length && figures < 2 ? weights.sparse : 0) -
      (looks > 1 ? weights.mixedLooks : 0),
  };
}

/** Whether a name is merged over several names of the row below. */
function areOverNames(tokens: SheetTokens, header: number, names: readonly Token[]): boolean {
  const below = tokens.row(header + 1);
  return (
    below.length > 1 &&
    !below.some(isFigure) &&
    names.some(
      ({ column, end }) => below.filter((one) => one.column >= column && one.column <= end).length > 1,
    )
  );
}

/** The first of the rows of names: those above are merged over several columns, or stand over some of them. */
function topOfNames(
  tokens: SheetTokens,
  header: number,
  names: readonly Token[],
  roles: Map<number, LineRole>,
): number {
  let top = Math.min(...names.map(({ row }) => row));
  for (let row = top; row < header; row++) roles.set(row, 'header');
  for (let above = 0; above < maxUpperNames; above++) {
    const [left, right] = [names[0]?.column ?? 0, names.at(-1)?.end ?? 0];
    const upper = tokens.row(top - 1).filter(({ column }) => column >= left && column <= right);
    const spans = upper.filter(
      ({ column, end }) => names.filter((name) => name.column >= column && name.column <= end).length > 1,
    );
    const areNames =
      upper.length > 1 &&
      spans.length > 0 &&
      upper.every(
        (one) =>
          one.text.length <= longestName &&
          !readsAsField(one.text) &&
          !isMarked(one.text) &&
          one.kind === Kind.text,
      );
    if (!areNames) break;
    top--;
    roles.set(top, 'header');
  }
  return top;
}

/** The rows below a header. */
class ListRows {
  readonly #left: number;
  readonly #right: number;
  readonly #texts: string;
  /** Whether the names are set off by their looks, and whether all records so far begin in the first column. */
  readonly #isBold: boolean;
  #areLabelled = true;
  /** How the first cell of the first record is written: a day or a number alone is a record that is blank yet. */
  #pattern: string | undefined | null = null;

  constructor(
    readonly tokens: SheetTokens,
    readonly names: readonly Token[],
  ) {
    this.#left = names[0]?.column ?? 0;
    this.#right = names.at(-1)?.end ?? 0;
    this.#texts = textsOf(names);
    this.#isBold = names.every((name) => tokens.isSetOff(name));
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
      if (gap > 0 && this.#namesOthers(row, cells)) break;
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
    if (!this.#isBold && mayNameColumns(cells) && cells.every((one) => this.tokens.isSetOff(one)))
      return undefined;
    if (cells.filter(({ text }) => isMarked(text)).length > 1 || isMarked(first?.text ?? ''))
      return undefined;
    if (cells.every(({ text }) => readsAsField(text))) return undefined;
    const [pattern] = cells.map(({ text }) => patternOf(text));
    if (isLone && first?.column === this.#left && pattern && pattern === this.#pattern) return 'data';
    if (this.#pattern === null && (!isLone || first?.column === this.#left)) this.#pattern = pattern;
    if (!isLone) this.#areLabelled &&= first?.column === this.#left;
    if (isLone) return opensLikeNote(cells[0]?.text ?? '') ? undefined : 'group';
    return 'data';
  }

  /** Whether a row names the columns of another table, which has figures right below. */
  #namesOthers(row: number, cells: readonly Token[]): boolean {
    const below = this.tokens.row(row + 1).filter(isFigure);
    return mayNameColumns(cells) && cells.some(({ column }) => below.some((one) => one.column === column));
  }

  #isHeading(row: number): boolean {
    const [label] = this.inside(row);
    return label !== undefined && (label.column === this.#left || label.end > label.column);
  }

  #nameOf({ column }: Token): Token | undefined {
    return this.names.findLast((name) => name.column <= column);
  }
}

const saysResult = (text: string) => text.length <= longestName && (saysTotal(text) || namesResult(text));

const patternOf = (text: string) =>
  /\p{Nd}/u.test(text) ? text.replaceAll(/\p{Nd}+/gu, '0').replaceAll(/\p{L}/gu, 'a') : undefined;

const textsOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join('\n');
