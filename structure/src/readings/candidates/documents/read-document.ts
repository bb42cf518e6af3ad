import type { CellGrid } from '../../../cell-grid.js';
import type { LineRole } from '../../../lines/line-role.js';
import { saysTotal } from '../../../lines/line-vocabulary.js';
import type { RegionSpec, ReshapeStep } from '../../../parse-spec.js';
import type { FormField, RegionKind, SheetRegion } from '../../../regions/region.js';
import { documentSignNames, documentSigns, mayBeTorn } from './document-signs.js';
import { documentWeights } from './document-weights.js';
import { findFields } from './form-fields.js';
import { findItemLists, type ItemList } from './item-lists.js';
import { isFigure, SheetTokens, type Token } from './sheet-tokens.js';

/** Fewer are a title or a note; a label and its value in one cell, or the amount of a total, make no form. */
const minFields = 3;
const minFilled = 2;
/** So many are one, wherever their values stand. */
const manyFields = 6;
const longestCaption = 40;
/** Offered, but not followed: of eight such documents that nothing had been mended on, seven were wrong. */
const surestIfTorn = 0.5;
/** Documents are looked at by people: longer sheets are lists. */
const maxRows = 400;
const maxColumns = 120;

/** The regions of a document with the probability that all of them are right. */
export function judgeDocument(
  grid: CellGrid,
  found: readonly SheetRegion[],
  regions: readonly RegionSpec[],
): RegionSpec[] {
  const tokens = new SheetTokens(grid);
  const signs = documentSigns(tokens, found, regions);
  const logit = documentSignNames.reduce((sum, name) => sum + documentWeights[name] * signs[name], 0);
  const fitted = Math.round(100 / (1 + Math.exp(-logit))) / 100;
  const confidence = mayBeTorn(tokens, found) ? Math.min(fitted, surestIfTorn) : fitted;
  return regions.map((region) => (region.kind === 'data' ? { ...region, confidence } : region));
}

/** A list of a document as its rows were read: its last rows are its totals, and nothing in it has levels. */
export function asPlainList(grid: CellGrid, region: RegionSpec, regions: readonly SheetRegion[]): RegionSpec {
  const { top, left } = region.range;
  const found = regions.find(({ range }) => range.top === top && range.left === left);
  if (region.kind !== 'data' || region.layout === 'form' || !found) return region;
  const rowsOf = (role: LineRole) => found.roles.flatMap((one, row) => (one === role ? [row] : []));
  const derived = rowsOf('derived');
  const last = rowsOf('data').at(-1) ?? 0;
  if (rowsOf('group').length > 0 || derived.some((row) => row < last)) return region;
  const notes = rowsOf('notes');
  const { rowParents, ...rest } = region;
  const hasBlanks = (column: number) => rowsOf('data').some((row) => grid.isEmpty(row, column));
  const columns = region.columns.map(({ source }) => source);
  const fillsTotals = (step: ReshapeStep) =>
    step.operator === 'ffill' && !columns.slice(0, step.last + 1).some(hasBlanks);
  return {
    ...rest,
    layout: region.layout === 'report' ? 'flat' : region.layout,
    steps: region.steps.filter((step) => !fillsTotals(step)),
    rowRoles: { ...region.rowRoles, group: [], derived, ...(notes.length > 0 && { note: notes }) },
  };
}

/** An invoice, an application or a time sheet: fields above and below lists of items, each list with its totals. */
export function documentRegions(grid: CellGrid): SheetRegion[] {
  if (grid.rowCount > maxRows || grid.columnCount > maxColumns) return [];
  const tokens = new SheetTokens(grid);
  const lists = findItemLists(tokens);
  const regions: SheetRegion[] = [];
  let top = 0;
  for (const band of bandsOf(lists)) {
    const first = Math.min(...band.map((list) => list.top));
    const last = Math.max(...band.map((list) => list.bottom));
    regions.push(...blockRegions(tokens, top, first - 1, 'title'));
    const name = lists.length > 1 && band.length === 1 ? captionOver(tokens, first) : undefined;
    regions.push(...band.map((list) => ({ ...listRegion(grid, list), ...(name && { name }) })));
    regions.push(...besideLists(tokens, band, first, last));
    top = last + 1;
  }
  regions.push(...blockRegions(tokens, top, grid.rowCount - 1, lists.length > 0 ? 'note' : 'title'));
  return regions.some(({ kind }) => kind === 'data') ? regions : [];
}

function listRegion(grid: CellGrid, { top, bottom, left, right, roles }: ItemList): SheetRegion {
  const all = new Array<LineRole>(grid.rowCount).fill('empty');
  for (const [row, role] of roles) all[row] = role;
  return { kind: 'data', range: { top, bottom, left, right }, roles: all };
}

/** The only text in the row over a list, or above a blank one. */
function captionOver(tokens: SheetTokens, top: number): string | undefined {
  const above = [top - 1, top - 2].find((row) => tokens.row(row).length > 0);
  const [caption, ...others] = above === undefined ? [] : tokens.row(above);
  const isCaption =
    caption && others.length === 0 && !isFigure(caption) && caption.text.length <= longestCaption;
  return isCaption ? caption.text : undefined;
}

/** Lists that share rows stand beside each other. */
function bandsOf(lists: readonly ItemList[]): ItemList[][] {
  const bands: ItemList[][] = [];
  for (const list of lists) {
    const band = bands.at(-1);
    if (band?.some((other) => other.bottom >= list.top)) band.push(list);
    else bands.push([list]);
  }
  return bands;
}

/** What stands at the sides of lists, and above or below one of them beside another, is no part of them. */
function besideLists(
  tokens: SheetTokens,
  band: readonly ItemList[],
  top: number,
  bottom: number,
): SheetRegion[] {
  const fromLeft = band.toSorted((a, b) => a.left - b.left);
  const gaps = [...fromLeft, undefined].map((list, at) => ({
    left: (fromLeft[at - 1]?.right ?? -1) + 1,
    right: (list?.left ?? tokens.grid.columnCount) - 1,
  }));
  return [
    ...gaps.flatMap((gap) => textOf(tokens, 'note', { top, bottom, ...gap })),
    ...band.flatMap(({ left, right, ...list }) => [
      ...textOf(tokens, 'title', { top, bottom: list.top - 1, left, right }),
      ...textOf(tokens, 'note', { top: list.bottom + 1, bottom, left, right }),
    ]),
  ];
}

/** Rows that are no list: a form, with the texts above and below it. */
function blockRegions(tokens: SheetTokens, top: number, bottom: number, kind: RegionKind): SheetRegion[] {
  const whole = { left: 0, right: tokens.grid.columnCount - 1 };
  const fields = findFields(tokens, top, bottom);
  const counted = fields.filter(
    ({ label, value }) => label.row !== value.row || label.column !== value.column,
  );
  const named = counted.filter(({ label }) => !saysTotal(tokens.grid.text(label.row, label.column)));
  const filled = named.filter(({ value }) => !tokens.grid.isEmpty(value.row, value.column));
  const isForm = (named.length >= minFields && filled.length >= minFilled) || fields.length >= manyFields;
  if (!isForm) return textOf(tokens, kind, { top, bottom, ...whole });
  const rows = fields.flatMap(({ label, value, lines = [] }) =>
    [label, value, ...lines].map(({ row }) => row),
  );
  const form = { top: Math.min(...rows), bottom: Math.max(...rows) };
  return [
    ...textOf(tokens, 'title', { top, bottom: form.top - 1, ...whole }),
    formRegion(tokens, fields, { ...form, ...whole }),
    ...textOf(tokens, kind, { top: form.bottom + 1, bottom, ...whole }),
  ];
}

function formRegion(
  tokens: SheetTokens,
  fields: readonly FormField[],
  range: SheetRegion['range'],
): SheetRegion {
  const [own] = textOf(tokens, 'title', range);
  const places = fields.map(({ value }) => value.column);
  const { left, right } = own?.range ?? range;
  return {
    kind: 'data',
    range: { ...range, left: Math.min(left, ...places), right: Math.max(right, ...places) },
    roles: [],
    fields,
  };
}

/** The filled part of a range as a text, if anything is in it. */
function textOf(tokens: SheetTokens, kind: RegionKind, range: SheetRegion['range']): SheetRegion[] {
  const cells: Token[] = [];
  for (let row = range.top; row <= range.bottom; row++)
    cells.push(...tokens.row(row).filter(({ column }) => column >= range.left && column <= range.right));
  if (cells.length === 0) return [];
  const rows = cells.map(({ row }) => row);
  const columns = cells.map(({ column }) => column);
  return [
    {
      kind,
      range: {
        top: Math.min(...rows),
        bottom: Math.max(...rows),
        left: Math.min(...columns),
        right: Math.max(...columns),
      },
      roles: [],
    },
  ];
}
