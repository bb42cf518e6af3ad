import type { CellRange } from '@workbook-data-service/sheets/grid';
import { nameRegions } from '../../../analyze/name-regions.js';
import { textRegion } from '../../../analyze/text-region.js';
import { type AskedSheet, describeAnew } from '../../../decisions/answer-questions.js';
import { rolesIn } from '../../../lines/roles-of-rows.js';
import type { RegionSpec } from '../../../parse-spec.js';
import { sayOfReading } from '../../../reading-messages.js';
import type { SheetCells } from '../../../sheet-cells.js';
import type { Reading } from '../reading.js';
import { type AlternatingRows, findAlternatingRows } from './alternating-rows.js';

/** The sheet with a list whose rows take turns, so that several of them are one record. */
export function recordsOfRows(sheet: AskedSheet, baseName: string): Reading | undefined {
  const { cells, spec } = sheet;
  for (const block of blocksOf(cells, spec.usedRange)) {
    const found = findAlternatingRows(cells, block);
    if (!found) continue;
    const { recordRows } = found;
    const { regions, id } = regionsAround(sheet, block, found, baseName);
    const why = sayOfReading('alternative-record-rows', { rows: recordRows });
    return { regions, decisions: [{ id: `records-of-${recordRows}`, region: id, why }] };
  }
  return undefined;
}

function regionsAround(
  sheet: AskedSheet,
  block: CellRange,
  { range, headerRows, totals, recordRows }: AlternatingRows,
  baseName: string,
): { regions: RegionSpec[]; id: string } {
  const { regions } = sheet.spec;
  const over = regions.filter((one) => one.range.top <= block.bottom && one.range.bottom >= block.top);
  const { id = 'r1' } = over.find(({ kind }) => kind === 'data') ?? over[0] ?? {};
  const texts = (kind: 'title' | 'note', rows: Partial<CellRange>): RegionSpec[] => {
    const around = { ...block, ...rows };
    const isNone = around.top > around.bottom;
    return isNone ? [] : [textRegion({ id: `${id}_${around.top + 1}`, kind, name: baseName, range: around })];
  };
  const list: RegionSpec = {
    ...textRegion({ id, kind: 'data', name: baseName, range }),
    headerRows,
    recordRows,
    rowRoles: { group: [], derived: totals },
  };
  const all = [
    ...regions.filter((one) => one.range.bottom < block.top),
    ...texts('title', { bottom: range.top - 1 }),
    list,
    ...texts('note', { top: range.bottom + 1 }),
    ...regions.filter((one) => one.range.top > block.bottom),
  ];
  const known = all.map((one) => ({ ...one, roles: rolesIn(one) }));
  const name = nameRegions(sheet.cells, known, baseName)[all.indexOf(list)] ?? baseName;
  const described = describeAnew(sheet, { ...list, name }, rolesIn(list));
  const records = { ...described, rowRoles: { group: [], derived: totals } };
  return { regions: all.map((one) => (one === list ? records : one)), id };
}

/** A row of a record may be blank. */
const mostBlank = 1;

/** Runs of rows with no more than a blank one between them, with the columns that they fill. */
function blocksOf(cells: SheetCells, used: CellRange | null): CellRange[] {
  if (!used) return [];
  const blocks: CellRange[] = [];
  for (const row of cells.filledRows(used)) {
    const open = blocks.at(-1);
    if (open && row - open.bottom <= mostBlank + 1) open.bottom = row;
    else blocks.push({ ...used, top: row, bottom: row });
  }
  return blocks.map((block) => {
    const columns = cells.filledColumns(block);
    return { ...block, left: columns[0] ?? block.left, right: columns.at(-1) ?? block.right };
  });
}
