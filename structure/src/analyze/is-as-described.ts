import type { SheetSpec } from '../parse-spec.js';

/** The raw table of a sheet; `headerRow` counts from 1 and is null without headings. */
interface RawTable {
  headerRow: number | null;
  columns: readonly { type: string }[];
}

/**
 * Whether the raw table of a sheet, with its first row as headings, is exactly the table that the spec describes, so
 * that nothing else has to be made of the sheet.
 */
export function isAsDescribed(
  { headerRow, columns }: RawTable,
  { regions, unassigned, usedRange }: SheetSpec,
): boolean {
  const [only] = regions;
  if (!only || regions.length > 1 || unassigned.length > 0 || !usedRange) return false;
  const headerRows = headerRow === null ? [] : [headerRow - 1];
  return (
    only.kind === 'data' &&
    only.layout === 'flat' &&
    only.steps.length === 0 &&
    only.rowRoles.group.length === 0 &&
    only.rowRoles.derived.length === 0 &&
    String(only.headerRows) === String(headerRows) &&
    String(only.columns.map(({ type }) => type)) === String(columns.map(({ type }) => type))
  );
}
