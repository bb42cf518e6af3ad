import { columnLetters } from '@workbook-data-service/sheets/addresses';
import type { CellRange, Sheet } from '@workbook-data-service/sheets/grid';
import { whyOf } from '@workbook-data-service/sheets/messages';
import { columnNameFault, nameFault } from '@workbook-data-service/sheets/names';
import type { CellAddress, ColumnSpec, RegionSpec, SheetSpec } from './parse-spec.js';
import { sayOfReading } from './reading-messages.js';
import { type SpecFault, specFault } from './spec-fault.js';
import { isNumberType } from './values/unreadable-numbers.js';

/**
 * Checks whether a spec that a person may have changed fits its sheet; whether cells have their types is
 * found on reading.
 */
export function checkSpec(sheet: Sheet, { regions }: SheetSpec): SpecFault[] {
  return [
    ...regions.flatMap((region, at) => checkRegion(sheet, region, `/regions/${at}`)),
    ...checkApart(regions),
    ...checkContinued(regions),
  ];
}

/** Whether the named regions are inside the sheet, which is all that is needed to describe them anew. */
export function checkRanges(sheet: Sheet, { regions }: SheetSpec, ids: readonly string[]): SpecFault[] {
  return regions.flatMap(({ id, range }, at) =>
    ids.includes(id) ? checkRange(sheet, range, `/regions/${at}`) : [],
  );
}

function checkRegion(sheet: Sheet, region: RegionSpec, path: string): SpecFault[] {
  const faults = [...checkName(region, path), ...checkRange(sheet, region.range, path)];
  if (faults.length > 0) return faults;
  return [
    ...checkRows(region, path),
    ...checkRowLabels(region, path),
    ...checkRecordRows(region, path),
    ...checkColumns(region, path),
    ...checkSteps(region, path),
    ...checkMadeNames(region, path),
  ];
}

/** One table for several regions, all forms or none, is that of the first, which has data and continues no other. */
function checkContinued(regions: readonly RegionSpec[]): SpecFault[] {
  return regions.flatMap(({ id, kind, layout, continues }, at) => {
    if (continues === undefined) return [];
    const first = regions.find((region) => region.id === continues);
    const isAlike = first?.kind === 'data' && (first.layout === 'form') === (layout === 'form');
    if (isAlike && first.id !== id && first.continues === undefined && kind === 'data') return [];
    return [specFault(`/regions/${at}/continues`, sayOfReading('spec-continues', { id: continues }))];
  });
}

function checkMadeNames({ madeNames = {} }: RegionSpec, path: string): SpecFault[] {
  const { group = [], period, value } = madeNames;
  const named: [string, string | undefined][] = [
    ...group.map((name, at): [string, string] => [`group/${at}`, name]),
    ['period', period],
    ['value', value],
  ];
  return named.flatMap(([field, name]) => {
    const why = name === undefined ? null : columnNameFault(name);
    if (!why) return [];
    return [specFault(`${path}/made_names/${field}`, sayOfReading('spec-column-name', whyOf(why)))];
  });
}

function checkName({ name }: RegionSpec, path: string): SpecFault[] {
  const why = name === '' ? null : nameFault(name);
  return why ? [specFault(`${path}/name`, sayOfReading('spec-region-name', whyOf(why)))] : [];
}

function checkRange(sheet: Sheet, range: CellRange, path: string): SpecFault[] {
  const { top, left, bottom, right } = range;
  const isOrdered = top >= 0 && left >= 0 && top <= bottom && left <= right;
  const { rows, columns } = extentOf(sheet);
  if (isOrdered && bottom < rows && right < columns) return [];
  if (top < 0) return [specFault(`${path}/range`, sayOfReading('spec-range-missing'))];
  const end = `${columnLetters(Math.max(0, columns - 1))}${rows}`;
  return [specFault(`${path}/range`, sayOfReading('spec-range-outside', { range: a1(range), end }))];
}

/** A merged cell may reach beyond the last cell that is filled. */
function extentOf({ rowCount, columns, merges }: Sheet): { rows: number; columns: number } {
  const extent = { rows: rowCount, columns: columns.length };
  for (const { bottom, right } of merges) {
    extent.rows = Math.max(extent.rows, bottom + 1);
    extent.columns = Math.max(extent.columns, right + 1);
  }
  return extent;
}

/** Header rows may be above the range: tables below each other can share those of the first. */
function checkRows({ range, headerRows, rowRoles, rowParents }: RegionSpec, path: string): SpecFault[] {
  const lists: [string, readonly number[]][] = [
    ['header_rows', headerRows],
    ['row_roles/group', rowRoles.group],
    ['row_roles/derived', rowRoles.derived],
    ['row_roles/note', rowRoles.note ?? []],
    ['row_roles/skip', rowRoles.skip ?? []],
    ['row_roles/ungrouped', rowRoles.ungrouped ?? []],
    ['row_parents', Object.entries(rowParents ?? {}).flatMap(([row, parent]) => [Number(row), parent])],
  ];
  const outside = lists.flatMap(([name, rows]) =>
    rows
      .filter((row) => !(row >= (rows === headerRows ? 0 : range.top) && row <= range.bottom))
      .map((row) =>
        specFault(`${path}/${name}`, sayOfReading('spec-row-outside', { row: row + 1, range: a1(range) })),
      ),
  );
  const roleOf = new Map<number, string>();
  // A total of no group is both.
  const exclusive = lists.filter(([name]) => name !== 'row_roles/ungrouped' && name !== 'row_parents');
  const twice = exclusive.flatMap(([name, rows]) =>
    rows.flatMap((row) => {
      const other = roleOf.get(row);
      roleOf.set(row, name);
      // The corner of the header may be the label of the first group.
      const isCorner = other === 'header_rows' && name === 'row_roles/group';
      return other && !isCorner
        ? [specFault(`${path}/${name}`, sayOfReading('spec-row-twice', { row: row + 1, role: other }))]
        : [];
    }),
  );
  return [...outside, ...twice];
}

function checkRowLabels({ range, rowLabels = {} }: RegionSpec, path: string): SpecFault[] {
  return Object.entries(rowLabels).flatMap(([key, cell]) => {
    const row = Number(key);
    const here = `${path}/row_labels/${row + 1}`;
    if (row < range.top || row > range.bottom)
      return [specFault(here, sayOfReading('spec-row-outside', { row: row + 1, range: a1(range) }))];
    return isOutside(range, cell)
      ? [specFault(here, sayOfReading('spec-cell-outside', { range: a1(range) }))]
      : [];
  });
}

/** Levels are told by rows, and the cells of a form stand where they are said to. */
function checkRecordRows({ layout, recordRows = 1, columns }: RegionSpec, path: string): SpecFault[] {
  const isApart = recordRows > 1 && (layout === 'report' || layout === 'form');
  return [
    ...(isApart ? [specFault(`${path}/record_rows`, sayOfReading('spec-record-rows', { layout }))] : []),
    ...columns.flatMap(({ line = 1 }, at) =>
      line > recordRows
        ? [
            specFault(
              `${path}/columns/${at}/line`,
              sayOfReading('spec-line-outside', { line, rows: recordRows }),
            ),
          ]
        : [],
    ),
  ];
}

function checkColumns(
  { kind, range, columns, headerColumns, layout }: RegionSpec,
  path: string,
): SpecFault[] {
  const faults: SpecFault[] = [];
  if (kind === 'data' && columns.length === 0)
    faults.push(specFault(`${path}/columns`, sayOfReading('spec-no-columns')));
  if (headerColumns < 0 || headerColumns > range.right - range.left + 1)
    faults.push(
      specFault(
        `${path}/header_columns`,
        sayOfReading('spec-header-columns', { columns: headerColumns, range: a1(range) }),
      ),
    );
  const [names, sources] = [new Set<string>(), new Set<string>()];
  columns.forEach((column, at) => {
    const { name, source, line = 1 } = column;
    const here = `${path}/columns/${at}`;
    const letters = columnLetters(Math.max(0, source));
    if (source < range.left || source > range.right)
      faults.push(
        specFault(
          `${here}/source`,
          sayOfReading('spec-column-outside', { column: letters, range: a1(range) }),
        ),
      );
    if (column.extract && (!isNumberType(column.type) || column.role === 'period'))
      faults.push(specFault(`${here}/extract`, sayOfReading('spec-extract', { column: letters })));
    if (layout === 'form') faults.push(...checkField(column, columns.slice(0, at), range, here));
    else if (sources.has(`${source}:${line}`))
      faults.push(specFault(`${here}/source`, sayOfReading('spec-column-twice', { column: letters })));
    const why = columnNameFault(name);
    if (why) faults.push(specFault(`${here}/name`, sayOfReading('spec-column-name', whyOf(why))));
    if (names.has(name.toLowerCase()))
      faults.push(specFault(`${here}/name`, sayOfReading('spec-name-twice', { name })));
    names.add(name.toLowerCase());
    sources.add(`${source}:${line}`);
  });
  return faults;
}

function checkField(
  { cell, label, moreCells = [] }: ColumnSpec,
  before: readonly ColumnSpec[],
  range: CellRange,
  path: string,
): SpecFault[] {
  const other = before.find(
    (field) =>
      isSame(field.cell, cell) ||
      isSame(field.cell, label) ||
      isSame(field.label, cell) ||
      moreCells.some((one) => isSame(field.cell, one)) ||
      (field.moreCells ?? []).some((one) => isSame(one, cell)),
  );
  const outside = sayOfReading('spec-cell-outside', { range: a1(range) });
  return [
    ...(cell ? [] : [specFault(`${path}/cell`, sayOfReading('spec-cell-missing'))]),
    ...(other ? [specFault(`${path}/cell`, sayOfReading('spec-cell-taken', { field: other.name }))] : []),
    ...(cell && isOutside(range, cell) ? [specFault(`${path}/cell`, outside)] : []),
    ...(label && isOutside(range, label) ? [specFault(`${path}/label`, outside)] : []),
    ...(moreCells.some((one) => isOutside(range, one)) ? [specFault(`${path}/more_cells`, outside)] : []),
  ];
}

const isOutside = ({ top, left, bottom, right }: CellRange, { row, column }: CellAddress) =>
  row < top || row > bottom || column < left || column > right;

const isSame = (a: CellAddress | undefined, b: CellAddress | undefined) =>
  a !== undefined && a.row === b?.row && a.column === b.column;

/** Only the first step is known to get the columns of the spec; later ones get its result. */
function checkSteps({ steps, columns, rowRoles }: RegionSpec, path: string): SpecFault[] {
  const [step] = steps;
  if (!step) return [];
  const width = columns.length + (rowRoles.group.length > 0 ? rowRoles.group.length : 0);
  const named =
    step.operator === 'ffill'
      ? [step.last]
      : step.operator === 'stack'
        ? step.columns
        : step.operator === 'wide_to_long'
          ? step.columns.map(({ column }) => column)
          : 'column' in step
            ? [step.column]
            : [];
  return named
    .filter((column) => !(column >= 0 && column < width))
    .map((column) =>
      specFault(`${path}/steps/0`, sayOfReading('spec-step-column', { column, operator: step.operator })),
    );
}

function checkApart(regions: readonly RegionSpec[]): SpecFault[] {
  const faults: SpecFault[] = [];
  const ids = new Set<string>();
  regions.forEach((region, at) => {
    if (ids.has(region.id))
      faults.push(specFault(`/regions/${at}/id`, sayOfReading('spec-id-twice', { id: region.id })));
    ids.add(region.id);
    const other = regions.slice(0, at).find(({ range }) => overlap(range, region.range));
    if (other)
      faults.push(
        specFault(
          `/regions/${at}/range`,
          sayOfReading('spec-overlap', { range: a1(region.range), other: a1(other.range), region: other.id }),
        ),
      );
  });
  return faults;
}

const overlap = (a: CellRange, b: CellRange) =>
  a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;

const a1 = ({ top, left, bottom, right }: CellRange) =>
  `${columnLetters(Math.max(0, left))}${top + 1}:${columnLetters(Math.max(0, right))}${bottom + 1}`;
