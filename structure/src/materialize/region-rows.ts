import { beginsHeading } from '../hierarchy/broken-labels.js';
import { isInBrackets } from '../hierarchy/row-label.js';
import { FilledKeys, filledDownColumns, labelColumns } from '../key-columns.js';
import { type RegionSpec, rowsApart } from '../parse-spec.js';
import { columnOfPlace, placeOf, rowOfPlace, type SheetCells } from '../sheet-cells.js';
import { namesResult, namesTotal } from '../total-vocabulary.js';
import { labelText } from './label-text.js';

/** A row of a table, and its parent labels. */
export interface BodyRow {
  row: number;
  derived: boolean;
  /** Positions of labels, outermost first. In a report the row's own label is the last. */
  path: readonly number[];
}

export interface RegionRows {
  body: BodyRow[];
  /** Rows of a report with labels and no values. */
  groups: BodyRow[];
  /** The columns of the row labels. */
  labels: number[];
  keys: FilledKeys;
  /** Whether the path of a row is its keys, so that rows with the same key share it. */
  byKeys: boolean;
}

/** The rows of a region according to its spec, each with its path. */
export function readRegionRows(cells: SheetCells, region: RegionSpec): RegionRows {
  const headers = new Set(region.headerRows);
  const groupRows = new Set(region.rowRoles.group);
  const apart = rowsApart(region.rowRoles);
  const isLent = lentRows(cells, region);
  const rows = cells
    .filledRows(region.range)
    .filter((row) => !headers.has(row) && !apart.has(row) && !isLent(row));
  const heads = new Set(region.layout === 'report' ? Object.values(region.rowParents ?? {}) : []);
  const labels = labelColumns(
    cells,
    region,
    rows.filter((row) => !groupRows.has(row)),
  );
  const byKeys = filledDownColumns(region).length > 0;
  const keys = new FilledKeys(cells, region, rows);
  const derived = new Set(region.rowRoles.derived);
  const pathOf =
    region.layout !== 'report'
      ? groupPaths(cells, region, rows)
      : byKeys
        ? (row: number) => keyPath(cells, region, keys, row, derived.has(row))
        : (row: number) => parentPath(cells, region, labels, keys, row);
  const isUnderHeading = (row: number) => region.rowParents?.[row] !== undefined;
  const result: RegionRows = { body: [], groups: [], labels, keys, byKeys };
  for (const row of rows) {
    if (!groupRows.has(row) && cells.isLineOfLabel(row, region.range)) continue;
    if (groupRows.has(row) && beginsHeading(cells, row, region.range)) continue;
    // A row among the groups with numbers is still a record; a lone label with children is a group.
    const isHeading = heads.has(row) && cells.filledInRow(row, region.range).length === 1;
    const isGroup =
      isHeading ||
      (groupRows.has(row) && !cells.isRecord(row, region.range)) ||
      (region.layout === 'report' &&
        hasOnlyLabels(cells, region, row) &&
        (heads.has(row) || !isUnderHeading(row) || saysMore(cells, region, row)));
    if (isGroup && region.layout !== 'report') continue;
    const list = isGroup ? result.groups : result.body;
    list.push({ row, derived: derived.has(row), path: pathOf(row) });
  }
  // The corner of the header may be the label of the first group.
  for (const row of region.headerRows)
    if (groupRows.has(row) && region.layout === 'report')
      result.groups.unshift({ row, derived: false, path: [firstFilled(cells, region, row)] });
  if (region.layout === 'report') keepAccounts(cells, region, result.body);
  if (region.layout === 'report' && byKeys) tellTotalsApart(cells, region, keys, result.body);
  return result;
}

/** Whether a row has nothing but the labels of others. */
function lentRows(cells: SheetCells, { range, rowLabels }: RegionSpec): (row: number) => boolean {
  if (!rowLabels) return () => false;
  const lent = new Set(
    Object.entries(rowLabels).flatMap(([of, { row, column }]) =>
      row === Number(of) ? [] : [placeOf(row, column)],
    ),
  );
  return (row) => cells.filledInRow(row, range).every((column) => lent.has(placeOf(row, column)));
}

/** As many words beside each other are a record whose values are not known, and head nothing. */
const minFields = 3;

/** Whether a row of a report states no value: nothing but labels, perhaps repeated at the right. */
function hasOnlyLabels(cells: SheetCells, { columns }: RegionSpec, row: number): boolean {
  const texts = new Set<string>();
  for (const { source, role } of columns) {
    if (cells.isBlank(row, source)) continue;
    const text = cells.text(row, source).trim();
    if (role === 'key') texts.add(text);
    else if (role !== 'attribute' || !texts.has(text)) return false;
  }
  return texts.size > 0 && texts.size < minFields;
}

/** Whether a row is more of the label above it: in brackets, or repeated at the right. */
function saysMore(cells: SheetCells, { range }: RegionSpec, row: number): boolean {
  const [label = '', ...others] = cells
    .filledInRow(row, range)
    .map((column) => cells.text(row, column).trim());
  return isInBrackets(label) || others.includes(label);
}

/** A row with others under it is the account that they make up, unless it is named as a result. */
function keepAccounts(cells: SheetCells, { range, rowParents = {} }: RegionSpec, body: BodyRow[]): void {
  // A label without figures is no part of the row above, but the rest of its name, as `（市場価格表示）`.
  const records = body.filter(({ row }) => cells.isRecord(row, range));
  const heads = new Set(records.map(({ row }) => rowParents[row]));
  records.forEach((row, at) => {
    const below = records[at + 1]?.path ?? [];
    const isHead =
      heads.has(row.row) ||
      (below.length > row.path.length && row.path.every((place, depth) => place === below[depth]));
    const label = labelText(cells, row.path.at(-1) ?? Number.NaN) ?? '';
    if (isHead && !namesResult(label)) row.derived = false;
  });
}

/** Totals of the same name, such as `Subtotal`, in the column of the categories: each is that of the category above it. */
function tellTotalsApart(cells: SheetCells, region: RegionSpec, keys: FilledKeys, body: BodyRow[]): void {
  const nameOf = ({ path }: BodyRow) => path.map((place) => labelText(cells, place)).join('\n');
  const counts = new Map<string, number>();
  for (const row of body) if (row.derived) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + 1);
  let record: number | undefined;
  for (const [at, row] of body.entries()) {
    if (!row.derived) record = row.row;
    else if (record !== undefined && (counts.get(nameOf(row)) ?? 0) > 1) {
      const column = region.columns[row.path.length - 1]?.source ?? -1;
      const category = keys.place(record, column);
      if (Number.isNaN(category)) continue;
      body[at] = { ...row, path: [...row.path.slice(0, -1), category, row.path.at(-1) as number] };
    }
  }
}

/** The group rows above each row: the last one, with its own parents. */
function groupPaths(
  cells: SheetCells,
  region: RegionSpec,
  rows: readonly number[],
): (row: number) => number[] {
  const filledDown = new Set(filledDownColumns(region));
  // The label of a column that is filled down stays in it.
  const isOwn = (row: number) => !filledDown.has(columnOfPlace(firstFilled(cells, region, row)));
  const isWhole = (row: number) => !beginsHeading(cells, row, region.range);
  const groups = new Set(region.rowRoles.group.filter((row) => isOwn(row) && isWhole(row)));
  if (groups.size === 0) return () => [];
  const paths = new Map<number, number[]>();
  const corner = region.headerRows.find((row) => groups.has(row));
  let open = corner === undefined ? [] : [firstFilled(cells, region, corner)];
  const ungrouped = new Set(region.rowRoles.ungrouped);
  for (const row of rows) {
    if (ungrouped.has(row)) open = [];
    if (groups.has(row)) {
      const parents = ancestors(region.rowParents, row).filter((parent) => groups.has(parent));
      open = [...parents, row].map((group) => firstFilled(cells, region, group));
    }
    paths.set(row, open);
  }
  return (row) => paths.get(row) ?? [];
}

/** The labels of the parent rows, then all of its own: `専攻科 | 計` is the total within 専攻科. */
function parentPath(
  cells: SheetCells,
  region: RegionSpec,
  labels: readonly number[],
  keys: FilledKeys,
  row: number,
): number[] {
  const placesIn = (one: number) => {
    const given = givenLabel(region, one);
    if (given !== undefined) return [given];
    const filled = labels.filter((column) => !cells.isBlank(one, column));
    if (filled.length > 0) return filled.map((column) => placeOf(one, column));
    const above = labels
      .map((column) => placeOf(one, column))
      .find((place) => keys.downwards(place).length > 0);
    if (above !== undefined) return [above];
    // What stands under another heading stays there, unless it is alone or the label of a total.
    const first = firstFilled(cells, region, one);
    const isOther = region.columns.some(
      ({ source, role }) => role === 'key' && source === columnOfPlace(first),
    );
    const isLabel =
      cells.isLone(one, columnOfPlace(first), region.range) || namesTotal(labelText(cells, first) ?? '');
    return [(isOther && !isLabel) || isValue(cells, region, first) ? Number.NaN : first];
  };
  return [...ancestors(region.rowParents, row).map((one) => placesIn(one)[0] as number), ...placesIn(row)];
}

/** The keys of a row down to the last that it states itself; for a total, down to its total label. */
function keyPath(
  cells: SheetCells,
  region: RegionSpec,
  keys: FilledKeys,
  row: number,
  isDerived: boolean,
): number[] {
  const columns = region.columns.slice(0, Math.max(1, region.headerColumns)).map(({ source }) => source);
  const given = givenLabel(region, row);
  if (given !== undefined) {
    const above = columns
      .filter((column) => cells.isBlank(row, column))
      .map((column) => keys.place(row, column));
    return [...above.filter((place) => !Number.isNaN(place)), given];
  }
  const own = columns.findLastIndex((column) => !cells.isBlank(row, column));
  // Below a label that is filled down before the values, a row has none of its own.
  if (own < 0 && !isDerived && columns.every((column) => keys.fills(column)))
    return columns.map((column) => keys.place(row, column));
  if (own < 0) {
    const first = firstFilled(cells, region, row);
    return [isValue(cells, region, first) ? Number.NaN : first];
  }
  const path = columns
    .slice(0, own + 1)
    .map((column) => (keys.fills(column) ? keys.place(row, column) : placeOf(row, column)));
  // A total of all groups is in none of them, wherever its label is.
  const isOfAll = isDerived && path.slice(0, -1).every(Number.isNaN);
  return isOfAll ? path.slice(-1) : path;
}

/** Outermost first; a cycle made by mistake ends where it began. */
function ancestors(parents: Record<number, number> | undefined, row: number): number[] {
  const found: number[] = [];
  for (
    let parent = parents?.[row];
    parent !== undefined && !found.includes(parent) && parent !== row;
    parent = parents?.[parent]
  )
    found.unshift(parent);
  return found;
}

/** Whether a cell is a number outside the columns of keys: it labels nothing, even where it is the first of its row. */
function isValue(cells: SheetCells, { columns }: RegionSpec, place: number): boolean {
  const column = columnOfPlace(place);
  const role = columns.find(({ source }) => source === column)?.role;
  return role !== 'key' && cells.isNumber(rowOfPlace(place), column);
}

/** The place of the label of a row, where a spec says it. */
export function givenLabel({ rowLabels }: RegionSpec, row: number): number | undefined {
  const label = rowLabels?.[row];
  return label && placeOf(label.row, label.column);
}

function firstFilled(cells: SheetCells, region: RegionSpec, row: number): number {
  const { range } = region;
  return givenLabel(region, row) ?? placeOf(row, cells.filledInRow(row, range)[0] ?? range.left);
}
