import { beginsHeading, beginsLabel, endsLabel } from './hierarchy/broken-labels.js';
import type { RegionSpec } from './parse-spec.js';
import { columnOfPlace, placeOf, rowOfPlace, type SheetCells } from './sheet-cells.js';
import { headsDetails, namesTotal } from './total-vocabulary.js';

/** The columns whose blanks repeat the value above, from the left. */
export function filledDownColumns(region: RegionSpec): number[] {
  const step = fillStep(region);
  return step ? region.columns.slice(0, step.last + 1).map(({ source }) => source) : [];
}

/** Key columns beside those that are filled down. */
const furtherKeys = (region: RegionSpec) =>
  region.columns.slice(filledDownColumns(region).length, region.headerColumns).map(({ source }) => source);

function fillStep({ steps }: RegionSpec) {
  const step = steps.find(({ operator }) => operator === 'ffill');
  return step?.operator === 'ffill' ? step : undefined;
}

/**
 * The columns with the labels of the rows. Several where labels step from one column to the next, with just
 * one in each row; else the first text column, since codes and numbers often come before it.
 */
export function labelColumns(cells: SheetCells, region: RegionSpec, rows: readonly number[]): number[] {
  const keys = region.columns.slice(0, region.headerColumns);
  const columns = keys.map(({ source }) => source);
  if (columns.length < 2)
    return columns.length > 0 ? columns : region.columns.slice(0, 1).map(({ source }) => source);
  // `うち` beside a label says how it goes with those above, and is none itself.
  const isLabel = (row: number, column: number) =>
    !cells.isBlank(row, column) && !headsDetails(cells.text(row, column));
  const filled = rows.map((row) => columns.filter((column) => isLabel(row, column)));
  const single = filled.filter(({ length }) => length === 1).flat();
  // A column that is filled only beside a label contains remarks.
  if (single.length >= 0.8 * rows.length) return columns.filter((column) => single.includes(column));
  const words = keys.find(({ source, type }) => type === 'VARCHAR' && !holdsCodes(cells, source, rows));
  return [words?.source ?? (columns[0] as number)];
}

/** For each column that is filled down and each row, the position of the label that holds for it. */
export class FilledKeys {
  readonly #places = new Map<number, Map<number, number>>();
  /** The cells of labels that are written down a column: by the place of their first character, or of the line with the values. */
  readonly #downwards = new Map<number, number[]>();

  /** By the place of a blank beside the first line of a label, the footnote mark beside its last. */
  readonly #marks = new Map<number, number>();

  constructor(cells: SheetCells, region: RegionSpec, rows: readonly number[]) {
    const columns = filledDownColumns(region);
    for (const column of columns) this.#places.set(column, new Map());
    if (fillStep(region)?.within === 'borders')
      for (const column of columns) this.#fillBlocks(cells, column, rows);
    else this.#fillDown(cells, columns, rows, new Set(region.rowRoles.derived), furtherKeys(region));
    this.#joinBroken(cells, region, rows);
  }

  fills(column: number): boolean {
    return this.#places.has(column);
  }

  /** NaN if no label holds for the row. */
  place(row: number, column: number): number {
    return this.#places.get(column)?.get(row) ?? Number.NaN;
  }

  /** The places of the cells of all labels that are written down their column. */
  get allDownwards(): number[] {
    return [...this.#downwards.values()].flat();
  }

  /** The places of all cells that make up a label, where it is written down its column. */
  downwards(place: number): readonly number[] {
    return this.#downwards.get(place) ?? [];
  }

  /** The place of what holds for a cell beside a label of several lines, if that is not in its row. */
  markOf(place: number): number | undefined {
    return this.#marks.get(place);
  }

  /** Labels of several lines are those of the row of their last. */
  #joinBroken(cells: SheetCells, { range, rowRoles }: RegionSpec, rows: readonly number[]): void {
    const groups = new Set(rowRoles.group);
    let lines: number[] = [];
    for (const row of rows) {
      const place = placeOf(row, cells.firstFilled(row, range) ?? range.left);
      if (endsLabel(cells, row, range)) {
        for (const column of cells.filledInRow(row, range)) {
          const [begun, rest] = [placeOf(row - 1, column), placeOf(row, column)];
          if (cells.isBlank(row - 1, column)) this.#marks.set(begun, rest);
          else this.#downwards.set(begun, [...(this.#downwards.get(begun) ?? [begun]), rest]);
        }
      } else if (groups.has(row) ? beginsHeading(cells, row, range) : beginsLabel(cells, row, range))
        lines.push(place);
      else if (lines.length > 0) {
        // The line with the values may have nothing of the label.
        const last = placeOf(row, columnOfPlace(lines[0] as number));
        this.#downwards.set(last, [...lines, last]);
        lines = [];
      }
    }
  }

  /** A blank takes the label from the row above. */
  #fillDown(
    cells: SheetCells,
    columns: readonly number[],
    rows: readonly number[],
    derived: ReadonlySet<number>,
    further: readonly number[],
  ): void {
    const open = columns.map(() => Number.NaN);
    const past = totalsPastGroups(cells, columns[0] ?? 0, rows, derived);
    const empty =
      emptyBlockAtEnd(cells, columns[0] ?? 0, rows) ?? closingWithoutKeys(cells, columns, rows, further);
    for (const row of rows) {
      // Rows below the label of a total are more of it.
      if (past.has(row) && !derived.has(rowOfPlace(open[0] ?? Number.NaN))) open.fill(Number.NaN);
      if (row === empty) open.fill(Number.NaN);
      let ends = columns.length;
      for (const [depth, column] of columns.entries()) {
        if (!cells.isBlank(row, column)) {
          open[depth] = placeOf(row, column);
          // Labels within the group above do not apply to this one.
          open.fill(Number.NaN, depth + 1);
          const isTotal = derived.has(row) && namesTotal(cells.text(row, column));
          const isOneOfSeveral = further.some((key) => !cells.isBlank(row, key));
          if (isTotal && !isOneOfSeveral && !cells.isMergedDown(row, column)) ends = Math.min(ends, depth);
        }
        this.#places.get(column)?.set(row, open[depth] ?? Number.NaN);
      }
      // The label of a total holds for the total alone, unless it is merged with the cells below or is that of `2016`, `2017`.
      open.fill(Number.NaN, ends);
    }
  }

  /** A label holds for all rows between the borders around it. */
  #fillBlocks(cells: SheetCells, column: number, rows: readonly number[]): void {
    for (const block of borderedBlocks(cells, column, rows)) {
      const [labelled, ...more] = block.filter((row) => !cells.isBlank(row, column));
      if (labelled === undefined) continue;
      const place = placeOf(labelled, column);
      if (more.length > 0)
        this.#downwards.set(
          place,
          [labelled, ...more].map((row) => placeOf(row, column)),
        );
      for (const row of block) this.#places.get(column)?.set(row, place);
    }
  }
}

/**
 * The totals at the end of a table that are of all its groups, though none of them states one: those that follow
 * after as many as the other groups end with.
 */
function totalsPastGroups(
  cells: SheetCells,
  column: number,
  rows: readonly number[],
  derived: ReadonlySet<number>,
): ReadonlySet<number> {
  const isOpen = (row: number) => derived.has(row) && cells.isBlank(row, column);
  let most = 0;
  let groups = 0;
  let group = '';
  let totals: number[] = [];
  for (const row of rows) {
    const label = cells.text(row, column).trim();
    const begins = label !== '' && label !== group && !derived.has(row);
    if (begins) {
      group = label;
      groups++;
      most = Math.max(most, totals.length);
    }
    if (isOpen(row)) totals.push(row);
    else totals = [];
  }
  const past = groups > 1 ? totals.slice(most) : [];
  const [first] = past;
  return new Set(first === undefined || cells.isUnderMerged(first, column) ? [] : past);
}

/** Fewer labels are in a block of their own by chance. */
const minBlocks = 3;

/** The first row of a block at the end that has no label, where borders part the rows of each label from those of the next. */
function emptyBlockAtEnd(cells: SheetCells, column: number, rows: readonly number[]): number | undefined {
  const blocks = borderedBlocks(cells, column, rows);
  const last = blocks.pop() ?? [];
  const isParted = blocks.every(
    ([first = 0, ...others]) =>
      !cells.isBlank(first, column) && others.every((row) => cells.isBlank(row, column)),
  );
  if (!isParted || blocks.length < minBlocks || blocks.every(({ length }) => length === 1)) return undefined;
  return last.every((row) => cells.isBlank(row, column) && !cells.isUnderMerged(row, column))
    ? last[0]
    : undefined;
}

/** The last row, where it alone has none of the keys: a figure at the end of a list, and not of its last group. */
function closingWithoutKeys(
  cells: SheetCells,
  columns: readonly number[],
  rows: readonly number[],
  further: readonly number[],
): number | undefined {
  const last = rows.at(-1);
  const hasKey = (row: number) => [...columns, ...further].some((column) => !cells.isBlank(row, column));
  const isUnder = (row: number) => columns.some((column) => cells.isUnderMerged(row, column));
  if (last === undefined || further.length === 0 || hasKey(last) || isUnder(last)) return undefined;
  return rows.slice(0, -1).every((row) => further.some((key) => !cells.isBlank(row, key))) ? last : undefined;
}

/** Rows that no border separates in a column. */
export function borderedBlocks(cells: SheetCells, column: number, rows: readonly number[]): number[][] {
  const blocks: number[][] = [];
  for (const [at, row] of rows.entries()) {
    const above = rows[at - 1];
    const isApart =
      above === undefined ||
      cells.style(row, column).borders.top !== null ||
      cells.style(above, column).borders.bottom !== null;
    if (isApart) blocks.push([row]);
    else blocks.at(-1)?.push(row);
  }
  return blocks;
}

export function holdsCodes(cells: SheetCells, column: number, rows: readonly number[]): boolean {
  const texts = rows.map((row) => cells.text(row, column).trim()).filter((text) => text !== '');
  return texts.length > 0 && texts.filter((text) => /^[\dA-Z.\-/]+$/.test(text)).length > texts.length / 2;
}
