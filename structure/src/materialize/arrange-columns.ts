import { type HeaderLabel, namingRows, readHeader } from '../headers/read-header.js';
import type { FilledKeys } from '../key-columns.js';
import type { ColumnSpec, MadeNames, RegionSpec, SpecType } from '../parse-spec.js';
import { isShortDay } from '../periods/header-days.js';
import { periodText } from '../periods/period-text.js';
import { columnOfPlace, placeOf, rowOfPlace, type SheetCells } from '../sheet-cells.js';
import { commonType } from '../values/common-type.js';
import { readPeriod } from '../values/periods.js';
import { standsIn } from './held-texts.js';
import { keyText, labelText } from './label-text.js';
import type { ArrangedColumn } from './materialized-table.js';
import { type BodyRow, givenLabel } from './region-rows.js';

/** A column before the rows are known: the position of its value, for a row and a period. */
export interface ColumnPlan extends Omit<ArrangedColumn, 'places' | 'text'> {
  /** The type among the computed items, where they include more than what is summed up: a change in percent. As in `type`. */
  computedType?: SpecType | null;
  /** Whether only computed items have it: a change in percent behind years in pounds. */
  isComputed?: boolean;
  place(row: BodyRow, slot: Slot): number;
  text?(row: BodyRow, slot: Slot): string | null;
}

/** A period of a crosstab, or a total of periods; a table without periods has a single slot. */
export interface Slot {
  text: string;
  headerPlace: number;
  derived: boolean;
  /** Sheet columns by measure. */
  sources: ReadonlyMap<string, number>;
  /** The cells of the header whose texts are in its text, or in the names of its measures. */
  names: number[];
}

const wholeRow: Slot = { text: '', headerPlace: Number.NaN, derived: false, sources: new Map(), names: [] };
const onlyMeasure = 'value';

interface RegionColumns {
  /** The columns that every row has, whatever the period. */
  kept: ColumnPlan[];
  /** Period and measures; none where no periods run across. */
  across: ColumnPlan[];
  slots: Slot[];
  /** The cells of the header whose texts are in the names of these columns or the labels of their periods. */
  names: number[];
  /** What the header says over a column. */
  headingOf(column: ColumnSpec): Heading;
}

/** The name of a column in the sheet, null if it has none, and the cells that it stands in. */
export interface Heading {
  text: string | null;
  places: number[];
}

/** The columns of a region's table: unchanged, or with the periods across turned into rows. */
export function planColumns(
  cells: SheetCells,
  region: RegionSpec,
  keys: FilledKeys,
  leaveOut: readonly number[],
): RegionColumns {
  const rows = namingRows(cells, region.range, region.headerRows, region.rowRoles.group);
  const headers = readHeader(
    cells,
    region.range,
    rows,
    region.columns.map(({ source }) => source),
  );
  const headerOf = new Map(region.columns.map((column, at) => [column, headers[at] ?? []]));
  const isAcross = (column: ColumnSpec) =>
    region.layout !== 'flat' && (column.role === 'period' || column.derived === true);
  const hasPeriods = region.columns.some((column) => isAcross(column) && column.role === 'period');
  const spread = hasPeriods ? region.columns.filter(isAcross) : [];
  const kept = region.columns.filter(
    (column) => !spread.includes(column) && !leaveOut.includes(column.source),
  );
  const slots = spread.length > 0 ? slotsOf(spread, headerOf) : [wholeRow];
  const merged = mergedRows(cells, region);
  // The label of a total may stand beside the column of the labels; it is not in both.
  const isLabelOf = ({ row, path }: BodyRow, { source, role }: ColumnSpec) =>
    region.layout === 'report' && role !== 'value' && path.at(-1) === placeOf(row, source);
  const labelled = region.columns.find(({ role }) => role === 'key') ?? region.columns[0];
  const withLabel = labelsAside(cells, region, labelled);
  const isOfGroup = fieldsOfGroups(cells, region);
  const ownPlace = ({ row, path }: BodyRow, { source }: ColumnSpec) => {
    const place = placeOf(isOfGroup(source) ? rowOfPlace(path.at(-1) ?? placeOf(row, source)) : row, source);
    return keys.markOf(place) ?? place;
  };
  const headingOf = (column: ColumnSpec) => heading(headerOf.get(column) ?? []);
  const atMerged = spreadingMerged(cells, region);
  return {
    headingOf,
    names: [...kept.flatMap((column) => headingOf(column).places), ...slots.flatMap(({ names }) => names)],
    kept: kept.map((column) =>
      atMerged({
        name: column.name,
        originalName: headingOf(column).text,
        unit: column.unit,
        type: column.type,
        ...(column.extract && { extract: column.extract }),
        ...withLabel(
          column,
          keys.fills(column.source)
            ? filledColumn(cells, keys, column)
            : ownColumn(cells, keys, column, (row) =>
                isLabelOf(row, column) ? Number.NaN : (merged(row.row, column) ?? ownPlace(row, column)),
              ),
        ),
      }),
    ),
    across: spread.length > 0 ? planAcross(spread, slots, region.madeNames).map(atMerged) : [],
    slots,
  };
}

/** The label of a row that stands elsewhere is in the column of the labels; in a report it is in the path of the row. */
function labelsAside(cells: SheetCells, region: RegionSpec, labelled: ColumnSpec | undefined) {
  type Placed = Pick<ColumnPlan, 'place' | 'text'>;
  return (column: ColumnSpec, plan: Placed): Placed => {
    if (!region.rowLabels) return plan;
    const isOfLabels = column === labelled && region.layout !== 'report';
    const { text } = plan;
    return {
      place: (row, slot) => {
        const label = givenLabel(region, row.row);
        if (label === undefined) return plan.place(row, slot);
        if (isOfLabels) return label;
        const own = plan.place(row, slot);
        return own === label ? Number.NaN : own;
      },
      ...(text && {
        text: (row, slot) => {
          const label = givenLabel(region, row.row);
          return label === undefined
            ? text(row, slot)
            : isOfLabels
              ? labelText(cells, label)
              : text(row, slot);
        },
      }),
    };
  };
}

/** Whether a column has its values in the headings alone, whose records they are of: `Canada: | CA` over a row for each year. */
function fieldsOfGroups(cells: SheetCells, region: RegionSpec): (column: number) => boolean {
  const groups = new Set(region.rowRoles.group);
  const headers = new Set(region.headerRows);
  if (region.layout === 'report' || groups.size === 0) return () => false;
  const found = new Set(
    region.columns.flatMap(({ source }) => {
      const rows = cells
        .filledRows({ ...region.range, left: source, right: source })
        .filter((row) => !headers.has(row));
      const isBesideLabel = (row: number) => (cells.firstFilled(row, region.range) ?? source) < source;
      return rows.length > 0 && rows.every((row) => groups.has(row) && isBesideLabel(row)) ? [source] : [];
    }),
  );
  return (column) => found.has(column);
}

/** A column as it is in the sheet, apart from labels in several lines. */
function ownColumn(
  cells: SheetCells,
  keys: FilledKeys,
  { source, type }: ColumnSpec,
  place: (row: BodyRow) => number,
): Pick<ColumnPlan, 'place' | 'text'> {
  const isBroken = keys.allDownwards.some((one) => columnOfPlace(one) === source);
  if (type !== 'VARCHAR' || !isBroken) return { place };
  const text = (row: BodyRow) => {
    const own = place(row);
    if (keys.downwards(own).length > 0) return keyText(cells, keys, own);
    return Number.isNaN(own) ? null : cells.column(columnOfPlace(own)).rendered(rowOfPlace(own));
  };
  return { place, text };
}

function filledColumn(
  cells: SheetCells,
  keys: FilledKeys,
  { source, type }: ColumnSpec,
): Pick<ColumnPlan, 'place' | 'text'> {
  const place = ({ row }: BodyRow) => keys.place(row, source);
  if (type !== 'VARCHAR' || keys.allDownwards.length === 0) return { place };
  return { place, text: (row) => keyText(cells, keys, place(row)) };
}

const heading = (labels: readonly HeaderLabel[]): Heading => ({
  text: labels.length > 0 ? labels.map(({ text }) => text).join(' ') : null,
  places: labels.map(({ row, column }) => placeOf(row, column)),
});

function planAcross(
  columns: readonly ColumnSpec[],
  slots: readonly Slot[],
  { period = 'period', value = onlyMeasure }: MadeNames = {},
): ColumnPlan[] {
  const byMeasure = new Map<string, ColumnSpec[]>();
  for (const column of columns) {
    const measure = measureOf(column, columns);
    byMeasure.set(measure, [...(byMeasure.get(measure) ?? []), column]);
  }
  return [
    {
      name: period,
      originalName: null,
      type: periodType(slots),
      place: (_, slot) => slot.headerPlace,
      text: (_, slot) => slot.text,
    },
    ...[...byMeasure].map(([measure, members]) => {
      const stated = members.filter(({ derived }) => !derived);
      return {
        name: measure === onlyMeasure ? value : measure,
        originalName: measure === onlyMeasure ? null : measure,
        unit: members.every(({ unit }) => unit === members[0]?.unit) ? members[0]?.unit : undefined,
        type: typeAcross(stated.length > 0 ? stated : members),
        computedType: typeOfComputed(members),
        isComputed: stated.length === 0,
        place: ({ row }: BodyRow, slot: Slot) => {
          const source = slot.sources.get(measure);
          return source === undefined ? Number.NaN : placeOf(row, source);
        },
      };
    }),
  ];
}

const typeAcross = (columns: readonly ColumnSpec[]) =>
  commonType(columns.map(({ type }) => type)) ?? 'VARCHAR';

/** What is computed of words are numbers: how many are on duty. */
function typeOfComputed(columns: readonly ColumnSpec[]): SpecType | null {
  const type = typeAcross(columns);
  return type === 'VARCHAR' ? null : type;
}

/** Periods stay as they are written; only plain years and ISO days are the same as numbers and dates. */
function periodType(slots: readonly Slot[]): SpecType {
  const periods = slots.filter(({ derived }) => !derived);
  if (periods.every(({ text }) => /^\d{4}$/.test(text))) return 'BIGINT';
  return periods.every(({ text }) => /^\d{4}-\d\d-\d\d$/.test(text)) ? 'DATE' : 'VARCHAR';
}

/** A total belongs to the measure that its name begins with, or to the only one, or else is a column of its own. */
function measureOf(column: ColumnSpec, columns: readonly ColumnSpec[]): string {
  if (column.measure) return column.measure;
  const measures = columns.flatMap(({ measure }) => measure ?? []);
  if (measures.length === 0 || !column.derived) return onlyMeasure;
  return measures.find((measure) => column.name.startsWith(`${measure} `)) ?? column.name;
}

/** What a total is called apart from its measure: `Percent change` below the years of each age. */
const nameWithin = ({ name }: ColumnSpec, measure: string) =>
  name.startsWith(`${measure} `) ? name.slice(measure.length + 1) : undefined;

function slotsOf(columns: readonly ColumnSpec[], headerOf: ReadonlyMap<ColumnSpec, HeaderLabel[]>): Slot[] {
  const slots: (Slot & { key: string; sources: Map<string, number> })[] = [];
  for (const column of columns) {
    const labels = headerOf.get(column) ?? [];
    const measure = measureOf(column, columns);
    const within = column.measure ? undefined : nameWithin(column, measure);
    const text = within ?? (periodText(labels, column) || column.period || column.name);
    const key = column.derived ? `derived ${text}` : (column.period ?? text);
    // Two columns that claim the same slot are both kept.
    const slot = slots.find((one) => one.key === key && !one.sources.has(measure));
    const told = [slot?.text ?? text, `${measure} ${column.unit ?? ''}`];
    const names = labels.flatMap((label) =>
      told.some((one) => standsIn(one, label.text)) ? [placeOf(label.row, label.column)] : [],
    );
    if (slot) {
      slot.sources.set(measure, column.source);
      slot.names.push(...names);
    } else
      slots.push({
        key,
        text,
        headerPlace: periodPlace(labels, column),
        derived: column.derived === true,
        sources: new Map([[measure, column.source]]),
        names,
      });
  }
  return slots;
}

const periodPlace = (labels: readonly HeaderLabel[], { measure }: ColumnSpec) => {
  const label =
    labels.findLast(({ text }) => text !== measure && (readPeriod(text) !== null || isShortDay(text))) ??
    labels.at(-1);
  return label ? placeOf(label.row, label.column) : Number.NaN;
};

/** Lets the value of a merged cell stand in all that it covers, where a spec says so. */
function spreadingMerged(cells: SheetCells, { range, spreadMerged }: RegionSpec) {
  const holders = new Map<number, number>();
  for (const { top, bottom, left, right } of spreadMerged ? cells.sheet.merges : []) {
    const [first, last] = [Math.max(left, range.left), Math.min(right, range.right)];
    for (let row = Math.max(top, range.top); row <= Math.min(bottom, range.bottom); row++)
      for (let column = first; column <= last; column++)
        if (row !== top || column !== left) holders.set(placeOf(row, column), placeOf(top, left));
  }
  return (plan: ColumnPlan): ColumnPlan =>
    holders.size === 0 || plan.text
      ? plan
      : {
          ...plan,
          place: (row, slot) => {
            const place = plan.place(row, slot);
            return holders.get(place) ?? place;
          },
        };
}

/** A vertically merged text applies to all rows it covers; a number would be counted twice. */
function mergedRows(cells: SheetCells, { range }: RegionSpec) {
  const tops = new Map<number, number>();
  for (const { top, bottom, left } of cells.sheet.merges) {
    if (bottom === top || left < range.left || left > range.right) continue;
    for (let row = Math.max(top + 1, range.top); row <= Math.min(bottom, range.bottom); row++)
      tops.set(placeOf(row, left), placeOf(top, left));
  }
  return (row: number, { source, role }: ColumnSpec) =>
    tops.size === 0 || role === 'value' || role === 'period' ? undefined : tops.get(placeOf(row, source));
}

/** One row of an arranged table: a row of the sheet in one slot. */
export interface ArrangedRecord {
  row: BodyRow;
  slot: Slot;
}

export function arrange(plans: readonly ColumnPlan[], records: readonly ArrangedRecord[]): ArrangedColumn[] {
  return plans.map(({ place, text, computedType, isComputed, ...plan }) => {
    const places = new Float64Array(records.length);
    records.forEach(({ row, slot }, at) => {
      places[at] = place(row, slot);
    });
    if (!text) return { ...plan, places };
    return {
      ...plan,
      places,
      text: (at) => {
        const record = records[at];
        return record ? text(record.row, record.slot) : null;
      },
    };
  });
}

/** Every row in every slot, as far as needed. */
export function recordsOf(
  rows: readonly BodyRow[],
  slots: readonly Slot[],
  isWanted: (row: BodyRow, slot: Slot) => boolean,
): ArrangedRecord[] {
  const records: ArrangedRecord[] = [];
  for (const row of rows) for (const slot of slots) if (isWanted(row, slot)) records.push({ row, slot });
  return records;
}
