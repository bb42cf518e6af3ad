import type { ExportColumn, SheetAnnotation } from '../../file-workers/export-sheet.js';
import type { GovernedColumn } from '../governance/governed-tables.js';
import type { Annotation } from './annotations.js';

/** A masked column is exported without its id and formula: its cells are empty because they are hidden. */
export function exportColumn(column: GovernedColumn): ExportColumn {
  const { id, name, type, masked, formula, numberFormat } = column;
  return masked ? { name, type } : { id, name, type, formula, numberFormat };
}

/** The annotations of what a sheet shows; undefined if there are none, so that they cost plain sheets nothing. */
export function sheetAnnotations(
  annotations: readonly Annotation[],
  columns: readonly GovernedColumn[],
): SheetAnnotation[] | undefined {
  const indexes = new Map(columns.map(({ id }, index) => [id, index]));
  const shown = annotations.flatMap(({ rowId, column, style, note }) => {
    const index = column === null ? null : indexes.get(column.id);
    return index === undefined ? [] : [{ rowId, column: index, style, note }];
  });
  return shown.length === 0 ? undefined : shown;
}
