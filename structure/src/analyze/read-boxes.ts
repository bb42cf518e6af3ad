import type { CellGrid } from '../cell-grid.js';
import type { FormField, SheetRegion } from '../regions/region.js';
import { isForm } from './forms/is-form.js';

const maxRows = 12;
/** What it adds to the evidence for a form that no row names the columns. */
const besideTable = 2;

/** Makes forms of the small boxes beside tables that have labels and values of different kinds: key figures. */
export function readBoxes(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  return regions.map((region) => {
    const fields = isBoxBeside(region, regions) ? fieldsOf(grid, region) : undefined;
    return fields && isForm(grid, fields, besideTable) ? { ...region, roles: [], fields } : region;
  });
}

/** Whether a region of two columns without a header shares its rows with a wider table. */
function isBoxBeside({ kind, range, roles, fields }: SheetRegion, regions: readonly SheetRegion[]): boolean {
  const { top, bottom, left, right } = range;
  return (
    kind === 'data' &&
    fields === undefined &&
    right === left + 1 &&
    bottom - top < maxRows &&
    !roles.slice(top, bottom + 1).includes('header') &&
    regions.some(
      (other) =>
        other.kind === 'data' &&
        other.range.right - other.range.left > 1 &&
        other.range.top <= bottom &&
        other.range.bottom >= top,
    )
  );
}

/** Undefined where a row has no label or no value. */
function fieldsOf(grid: CellGrid, { range }: SheetRegion): FormField[] | undefined {
  const fields: FormField[] = [];
  for (let row = range.top; row <= range.bottom; row++) {
    if (grid.isEmpty(row, range.left) || grid.isEmpty(row, range.right)) return undefined;
    fields.push({ label: { row, column: range.left }, value: { row, column: range.right } });
  }
  return fields;
}
