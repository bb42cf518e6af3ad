import { evidenceOfLines } from '../../../lines/classify-lines.js';
import type { LineRole } from '../../../lines/line-role.js';
import { isUsual } from './form-fields.js';
import { areDistinct, areOverNames, mayNameColumns, namesOver, sidesOf } from './list-names.js';
import { ListRows } from './list-rows.js';
import type { SheetTokens, Token } from './sheet-tokens.js';

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
      if (!mayNameColumns(names, sides.length > 1)) continue;
      if (!areDistinct(names) && namesOver(tokens, header, names).length === 0) continue;
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
    left: leftOf(tokens, first, records),
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

/** The first column of a list: labels of records may have no name over them. */
function leftOf(tokens: SheetTokens, { column }: Token, records: readonly number[]): number {
  const labelled = records.filter((row) => tokens.row(row).some(({ end }) => end === column - 1));
  return 2 * labelled.length > records.length ? column - 1 : column;
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
  for (let above = 0; above < maxUpperNames && namesOver(tokens, top, names).length > 0; above++) {
    top--;
    roles.set(top, 'header');
  }
  return top;
}
