import { say } from '@workbook-data-service/contract/messages';
import type { SpreadsheetFile } from '@workbook-data-service/sheets';
import { ColumnReader } from '@workbook-data-service/sheets/columns';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { SheetNames } from '@workbook-data-service/sheets/xlsx';
import { guardedName } from '../../core/guard-formulas.js';
import { problem } from '../../core/problems.js';
import type { NamedHeadings, NamedPlace } from '../file-identity.js';
import type { RequestedTable } from './returned-table.js';

/** The row of a returned sheet that has the headings of a table. */
export interface HeadingRow {
  sheet: Sheet;
  /** Counted from 0. */
  row: number;
  /** The texts of its cells by column, trimmed; cells without one are absent. */
  texts: ReadonlyMap<number, string>;
}

/** Rows that people may have put above the headings. */
const FIRST_ROWS = 200;

/**
 * The headings of a table in a returned file: where the hidden names of the file say, else in the sheet with the name of
 * the table. Undefined if the file no longer has the sheet.
 */
export function findHeadingRow(
  file: SpreadsheetFile,
  wanted: RequestedTable,
  named: NamedHeadings,
): HeadingRow | undefined {
  const places = [...(named.rowId ? [named.rowId] : []), ...named.columns.values()];
  const sheet = sheetOf(file, wanted, places);
  if (!sheet) return undefined;
  const known = places.find(({ cell, sheet: name }) => cell && isNamed(sheet, name))?.cell?.row;
  const row = known !== undefined && isHeadingRow(sheet, known, wanted) ? known : rowWithRowId(sheet);
  if (row !== undefined) return { sheet, row, texts: textsOf(sheet, row) };
  throw places.length > 0 ? headingsDeleted(sheet, wanted) : noRowIds(sheet, wanted);
}

function sheetOf(
  { sheets, dialect }: SpreadsheetFile,
  { name }: RequestedTable,
  places: readonly NamedPlace[],
): Sheet | undefined {
  if (dialect) return sheets[0];
  const exported = new SheetNames().add(name);
  const pointedAt = places.find(({ sheet }) => sheet !== null)?.sheet ?? null;
  return (
    sheets.find((sheet) => isNamed(sheet, pointedAt)) ??
    sheets.find((sheet) => isNamed(sheet, exported) || isNamed(sheet, name)) ??
    onlyOne(sheets.filter((sheet) => places.length === 0 && rowWithRowId(sheet) !== undefined))
  );
}

function isNamed(sheet: Sheet, name: string | null): boolean {
  return name !== null && sheet.name.toLowerCase() === name.toLowerCase();
}

function onlyOne<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** A script that deletes rows leaves the names where they were, so that the cells must look like headings too. */
function isHeadingRow(sheet: Sheet, row: number, { columns }: RequestedTable): boolean {
  const names = new Set(columns.map(({ name }) => name.trim()));
  for (const text of textsOf(sheet, row).values()) if (text === ROW_ID || names.has(text)) return true;
  return false;
}

function rowWithRowId(sheet: Sheet): number | undefined {
  let first: number | undefined;
  for (const column of sheet.columns) {
    if (!column) continue;
    const cells = new ColumnReader(sheet, column);
    const end = Math.min(first ?? FIRST_ROWS, column.firstRow + column.kinds.length);
    for (let row = column.firstRow; row < end; row++) {
      if (cells.rendered(row)?.trim() === ROW_ID) first = row;
    }
  }
  return first;
}

function textsOf(sheet: Sheet, row: number): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [index, column] of sheet.columns.entries()) {
    const text = column && new ColumnReader(sheet, column).rendered(row)?.trim();
    if (text) texts.set(index, text);
  }
  return texts;
}

/** A csv file does not say which table it is of: the only one wanted, or the only one whose headings it has. */
export function tableOfCsv(file: SpreadsheetFile, wanted: readonly RequestedTable[]): RequestedTable {
  const [sheet] = file.sheets;
  const row = sheet && rowWithRowId(sheet);
  const texts = new Set(sheet && row !== undefined ? textsOf(sheet, row).values() : []);
  const hasHeadings = ({ columns }: RequestedTable) =>
    columns.every(({ name, guarded }) => texts.has((guarded ? guardedName(name) : name).trim()));
  const found = onlyOne(wanted) ?? onlyOne(wanted.filter(hasHeadings));
  if (found) return found;
  throw problem('unmergeable-file', say('csv-of-which-table'), {
    fix: say('fix-csv-of-which-table'),
  });
}

function headingsDeleted(sheet: Sheet, { name }: RequestedTable) {
  return problem('unmergeable-file', say('headings-missing', { sheet: sheet.name, table: name }), {
    fix: say('fix-headings-missing', { id: ROW_ID }),
    members: { sheet: sheet.name },
  });
}

export function noRowIds(sheet: Sheet, { name }: RequestedTable) {
  return problem('unmergeable-file', say('row-ids-missing', { sheet: sheet.name, id: ROW_ID, table: name }), {
    fix: say('fix-row-ids-missing'),
    members: { sheet: sheet.name },
  });
}
