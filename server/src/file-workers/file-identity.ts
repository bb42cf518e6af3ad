import { columnIndex } from '@workbook-data-service/sheets/addresses';
import type { DefinedName } from '@workbook-data-service/sheets/grid';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import type { ExportSheet } from './export-sheet.js';

/**
 * The identity of an exported file: hidden defined names, which spreadsheet programs keep when they save, and which
 * follow a heading when it is moved. They hold ids and places, never values.
 */
export const BRANCH_NAME = '_svc_branch';

/** Stands for the column of row ids; no column has this id. */
const ROW_ID_KEY = 'rowid';

/** Programs slow down with very many names; columns beyond these are recognised by their headings. */
const MAX_NAMES = 50_000;

/** A sheet with the hidden names of its headings; undefined for headings without one. */
export interface NamedSheet extends ExportSheet {
  headingNames?: (string | undefined)[];
}

export function withIdentity(sheets: readonly ExportSheet[]): NamedSheet[] {
  let left = MAX_NAMES;
  return sheets.map((sheet) => {
    const { tableId, columns } = sheet;
    if (tableId === undefined || left < columns.length) return sheet;
    left -= columns.length;
    return {
      ...sheet,
      headingNames: columns.map(({ id, name }) => {
        if (name === ROW_ID) return headingName(tableId, ROW_ID_KEY);
        return id === undefined ? undefined : headingName(tableId, id);
      }),
    };
  });
}

function headingName(tableId: string, key: string): string {
  return `_svc_${tableId}_${key}`;
}

/** The branch that a file says it belongs to; null if it does not say. */
export function branchOf(names: readonly DefinedName[]): string | null {
  const formula = names.find(({ name }) => name.toLowerCase() === BRANCH_NAME)?.formula ?? '';
  return /^\s*=?\s*"(br_\w+)"\s*$/.exec(formula)?.[1] ?? null;
}

/** Where a name of a file points; null if the sheet, or the cell, was deleted. Row and column count from 0. */
export interface NamedPlace {
  sheet: string | null;
  cell: { row: number; column: number } | null;
}

/** The places of the headings of a table, by column id. */
export interface NamedHeadings {
  columns: ReadonlyMap<string, NamedPlace>;
  /** Undefined if the file does not name it. */
  rowId: NamedPlace | undefined;
}

/** Reads the names of all headings once; a lookup per table then costs only its own columns. */
export class HeadingNames {
  readonly #byName: ReadonlyMap<string, string>;

  constructor(names: readonly DefinedName[]) {
    // A copy of a sheet has names of its own, which are local to it.
    const global = names.filter(({ name, sheet }) => sheet === null && /^_svc_/i.test(name));
    this.#byName = new Map(global.map(({ name, formula }) => [name.toLowerCase(), formula]));
  }

  of(tableId: string, columnIds: readonly string[]): NamedHeadings {
    const columns = new Map<string, NamedPlace>();
    for (const id of columnIds) {
      const place = this.#placeOf(headingName(tableId, id));
      if (place) columns.set(id, place);
    }
    return { columns, rowId: this.#placeOf(headingName(tableId, ROW_ID_KEY)) };
  }

  #placeOf(name: string): NamedPlace | undefined {
    const formula = this.#byName.get(name.toLowerCase());
    return formula === undefined ? undefined : placeIn(formula);
  }
}

const reference =
  /^\s*=?\s*\$?(?:'((?:[^']|'')+)'|([^'!#]+))[!.](?:\$?([A-Z]{1,3})\$?(\d{1,7})|\S*#REF!\S*)\s*$/i;

function placeIn(formula: string): NamedPlace {
  const match = reference.exec(formula);
  if (!match) return { sheet: null, cell: null };
  const [, quoted, plain = '', letters, digits] = match;
  const sheet = quoted?.replaceAll("''", "'") ?? plain;
  if (letters === undefined) return { sheet, cell: null };
  return { sheet, cell: { row: Number(digits) - 1, column: columnIndex(letters) } };
}
