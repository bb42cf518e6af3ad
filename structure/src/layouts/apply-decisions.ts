import type { CellRange } from '@workbook-data-service/sheets/addresses';
import { textRegion } from '../analyze/text-region.js';
import { listCellsLeftOut } from '../decisions/cells-left-out.js';
import { suggestAnew } from '../decisions/decide.js';
import type { Difference, RegionSpec, SheetSpec } from '../parse-spec.js';
import { sayOfReading } from '../reading-messages.js';
import type { SheetCells } from '../sheet-cells.js';
import { decideTable } from './decide-table.js';
import type { FoundSheet } from './find-header.js';
import type { FoundTable } from './find-table.js';
import { headerLabels, topRows } from './header-labels.js';
import { columnKey, leftOutKey } from './label-key.js';
import { inReadingOrder, meets } from './remember-sheet.js';
import type { RememberedColumn, RememberedSheet, SetAside } from './remembered.js';

/** What a table is sure to be right by, where a person read one like it before. */
const sureness = { exact: 0.98, similar: 0.9 } as const;

export interface DecidedSheet {
  spec: SheetSpec;
  differences: Difference[];
  /** What is in no table because a person wanted it so. */
  leftOut: CellRange[];
}

/** The spec of a sheet with what was decided about one like it, and how the two differ. */
export function applyDecisions(
  sheet: FoundSheet,
  remembered: RememberedSheet,
  found: readonly (FoundTable | undefined)[],
  match: 'exact' | 'similar',
): DecidedSheet | undefined {
  const { cells, spec } = sheet;
  const differences: Difference[] = [];
  const tables: RegionSpec[] = [];
  const idAt = new Map<number, string>();
  for (const [at, table] of found.entries()) {
    if (!table) {
      const missing = remembered.tables[at];
      differences.push({
        kind: 'table_missing',
        sheet: spec.name,
        table: missing?.name ?? nameOf(missing?.columns ?? []),
      });
      continue;
    }
    const decided = decideTable(sheet, table);
    if (!decided) return undefined;
    idAt.set(at, decided.region.id);
    const continues = idAt.get(table.remembered.continues ?? -1);
    tables.push({
      ...decided.region,
      ...(continues !== undefined && { continues }),
      confidence: Math.max(decided.region.confidence, sureness[match]),
      reasons: [sayOfReading('reading-remembered')],
      doubts: [],
    });
    differences.push(
      ...decided.differences.map((one) => ({ ...one, sheet: spec.name, table: decided.region.name })),
    );
  }
  const { around, leftOut } = regionsAround(sheet, remembered, tables);
  differences.push(
    ...around.flatMap(({ kind, name }): Difference[] =>
      kind === 'data' ? [{ kind: 'table_added', sheet: spec.name, table: name }] : [],
    ),
  );
  const regions = [...tables, ...around].sort(inReadingOrder);
  return {
    spec: listCellsLeftOut(cells, suggestAnew(cells.sheet, { ...spec, regions, unassigned: [] })),
    differences,
    leftOut: [
      ...leftOut,
      ...found.flatMap((table) => (table ? columnsLeftOut(sheet, table) : [])),
      ...tables.flatMap(({ range, rowRoles: { skip = [] } }) =>
        skip.map((row) => ({ ...range, top: row, bottom: row })),
      ),
    ],
  };
}

const nameOf = (columns: readonly RememberedColumn[]) =>
  columns
    .map(({ label }) => label)
    .join(', ')
    .slice(0, 100);

/** Everything else in the sheet, as structuring reads it, without what was set aside before. */
function regionsAround(
  { cells, spec }: FoundSheet,
  { setAside }: RememberedSheet,
  tables: readonly RegionSpec[],
): { around: RegionSpec[]; leftOut: CellRange[] } {
  const firstRow = Math.min(...tables.map(({ range }) => range.top));
  const open = [...setAside];
  const leftOut: CellRange[] = [];
  const outside = spec.regions.flatMap((region) => partsOutside(cells, region, tables)).sort(inReadingOrder);
  const around = outside.flatMap((region): RegionSpec[] => {
    const place = region.range.top < firstRow ? 'above' : 'below';
    const at = open.findIndex((one) => one.place === place && isSameAside(one, region));
    const [aside] = at < 0 ? [] : open.splice(at, 1);
    if (!aside) return [region];
    if (aside.as !== 'left out') return [textRegion({ ...region, kind: aside.as })];
    leftOut.push(region.range);
    return [];
  });
  return { around, leftOut };
}

/** Columns of a table that a person did not want. */
function columnsLeftOut({ cells, spec }: FoundSheet, { remembered, region }: FoundTable): CellRange[] {
  const rows = topRows(region.headerRows);
  if (remembered.leftOut.length === 0 || rows.length === 0 || !spec.usedRange) return [];
  const { left, right } = spec.usedRange;
  const columns = cells.filledColumns({ ...region.range, left, right });
  const labels = headerLabels(cells, { ...region.range, left, right }, rows, columns);
  return columns.flatMap((column, at) =>
    remembered.leftOut.includes(leftOutKey(labels[at] ?? '', remembered.columns))
      ? [{ ...region.range, left: column, right: column }]
      : [],
  );
}

function isSameAside({ keys }: SetAside, region: RegionSpec): boolean {
  if (keys.length === 0) return region.kind !== 'data';
  const names = new Set(region.columns.map(({ name }) => columnKey(name)));
  return region.kind === 'data' && 2 * keys.filter((key) => names.has(key)).length > keys.length;
}

/** A region without the rows that tables have now. */
function partsOutside(cells: SheetCells, region: RegionSpec, tables: readonly RegionSpec[]): RegionSpec[] {
  const met = tables.filter(({ range, id }) => id === region.id || meets(range, region.range));
  if (met.length === 0) return [region];
  const { range, id, name } = region;
  const top = Math.min(...met.map((table) => table.range.top));
  const bottom = Math.max(...met.map((table) => table.range.bottom));
  const isWithin = met.every((table) => table.range.left <= range.left && range.right <= table.range.right);
  const part = (kind: 'title' | 'note', rows: Partial<RegionSpec['range']>, suffix: string) =>
    textRegion({ id: `${id}${suffix}`, kind, name: `${name} ${kind}`, range: { ...range, ...rows } });
  // One that became several beside each other leaves what is over and below each of them.
  if (!isWithin && region.kind === 'data')
    return met.flatMap((table, at) => {
      const columns = {
        left: Math.max(range.left, table.range.left),
        right: Math.min(range.right, table.range.right),
      };
      return [
        part('title', { ...columns, bottom: table.range.top - 1 }, `_above${at + 1}`),
        part('note', { ...columns, top: table.range.bottom + 1 }, `_below${at + 1}`),
      ].filter(
        (one) =>
          one.range.top <= one.range.bottom &&
          cells.filledRows(one.range).length > 0 &&
          !tables.some((other) => meets(other.range, one.range)),
      );
    });
  return [
    ...(range.top < top ? [part('title', { bottom: top - 1 }, '_above')] : []),
    ...(range.bottom > bottom ? [part('note', { top: bottom + 1 }, '_below')] : []),
  ];
}
