import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { columnLetters } from '@workbook-data-service/sheets/addresses';
import { cleanName, columnNameFault, LONGEST_NAME } from '@workbook-data-service/sheets/names';
import { ROW_ID, sayOfValue } from '@workbook-data-service/sheets/values';
import type { BaseColumn } from '../../core/base-column.js';
import { guardedName, unguarded } from '../../core/guard-formulas.js';
import { problem } from '../../core/problems.js';
import type { NamedHeadings, NamedPlace } from '../file-identity.js';
import { type HeadingRow, noRowIds } from './find-heading-row.js';
import type { RequestedTable } from './returned-table.js';

/** A column of the sheet whose cells are merged. */
export interface PlacedColumn {
  /** Null for a column that the table does not have. */
  base: BaseColumn | null;
  /** In the sheet, counted from 0. */
  index: number;
  header: string;
  name: string;
  wasRenamed: boolean;
}

export interface PlacedColumns {
  /** The column of row ids, counted from 0. */
  rowId: number;
  columns: PlacedColumn[];
  /** Columns that are computed or may not be written, where the file has them. */
  unwritten: { base: BaseColumn; index: number }[];
  /** The ids of columns that the file no longer has. */
  missing: string[];
}

/**
 * Finds the columns of a table by their headings. A hidden name tells a renamed heading from a new column. Scripts that
 * move columns leave the names behind, so a heading that is the name of the column counts for more.
 */
export function placeColumns(
  wanted: RequestedTable,
  heading: HeadingRow,
  named: NamedHeadings,
): PlacedColumns {
  const rowId = rowIdColumn(wanted, heading, named.rowId);
  const headings = new Headings(heading, rowId);
  const places = new Map<BaseColumn, number>();
  const namedCell = ({ id }: BaseColumn) => cellInRow(named.columns.get(id), heading);
  const finders: ((column: BaseColumn) => number | undefined)[] = [
    (column) => {
      const cell = namedCell(column);
      return cell !== undefined && heading.texts.get(cell) === textOf(column) ? cell : undefined;
    },
    (column) => headings.withText(textOf(column)),
    namedCell,
    (column) => headings.withSimilarText(textOf(column)),
  ];
  for (const find of finders) {
    for (const column of wanted.columns) {
      const index = places.has(column) ? undefined : find(column);
      if (index !== undefined && headings.take(index)) places.set(column, index);
    }
  }
  const merged = wanted.columns.filter(({ formula, masked }) => !formula && !masked);
  const columns = [
    ...merged.flatMap((base) => placedColumn(heading, base, places.get(base))),
    ...headings.left().map((index) => newColumn(heading, index)),
  ];
  refuseRepeats(heading, columns);
  const unwritten = wanted.columns
    .filter((base) => !merged.includes(base))
    .flatMap((base) => {
      const index = places.get(base);
      return index === undefined ? [] : [{ base, index }];
    });
  const missing = merged.filter((base) => !places.has(base)).map(({ id }) => id);
  return { rowId, columns, unwritten, missing };
}

/** The headings of a row; each is taken at most once. */
class Headings {
  readonly #free: Set<number>;
  readonly #byText = new Map<string, number[]>();
  readonly #bySimilarText = new Map<string, number[]>();

  constructor({ texts }: HeadingRow, rowId: number) {
    // A copy of the column of row ids is no column of the table.
    const isData = (index: number) => index !== rowId && texts.get(index) !== ROW_ID;
    this.#free = new Set([...texts.keys()].filter(isData).sort((one, other) => one - other));
    for (const index of this.#free) {
      const text = texts.get(index) as string;
      addTo(this.#byText, text, index);
      addTo(this.#bySimilarText, text.toLowerCase(), index);
    }
  }

  withText(text: string): number | undefined {
    return this.#byText.get(text)?.find((index) => this.#free.has(index));
  }

  withSimilarText(text: string): number | undefined {
    return this.#bySimilarText.get(text.toLowerCase())?.find((index) => this.#free.has(index));
  }

  take(index: number): boolean {
    return this.#free.delete(index);
  }

  left(): number[] {
    return [...this.#free];
  }
}

function addTo(lists: Map<string, number[]>, key: string, index: number): void {
  const list = lists.get(key);
  if (list) list.push(index);
  else lists.set(key, [index]);
}

function rowIdColumn(wanted: RequestedTable, heading: HeadingRow, place: NamedPlace | undefined): number {
  const named = cellInRow(place, heading);
  if (named !== undefined && heading.texts.get(named) === ROW_ID) return named;
  for (const [index, text] of heading.texts) if (text === ROW_ID) return index;
  const names = new Set(wanted.columns.map(textOf));
  const text = named === undefined ? undefined : heading.texts.get(named);
  if (named === undefined || text === undefined || names.has(text)) throw noRowIds(heading.sheet, wanted);
  return named;
}

function cellInRow(place: NamedPlace | undefined, { sheet, row }: HeadingRow): number | undefined {
  const isHere = place?.cell?.row === row && place.sheet?.toLowerCase() === sheet.name.toLowerCase();
  return isHere ? place.cell?.column : undefined;
}

/** The heading of a column as it was exported. */
function textOf({ name, guarded }: BaseColumn): string {
  return (guarded ? guardedName(name) : name).trim();
}

function placedColumn(heading: HeadingRow, base: BaseColumn, index: number | undefined): PlacedColumn[] {
  if (index === undefined) return [];
  const header = heading.texts.get(index) ?? '';
  const isSame = header === '' || header === textOf(base);
  const name = isSame ? base.name : nameOf(heading, index, base.guarded ? unguarded(header) : header);
  return [{ base, index, header, name, wasRenamed: name !== base.name }];
}

function newColumn(heading: HeadingRow, index: number): PlacedColumn {
  const header = heading.texts.get(index) ?? '';
  return { base: null, index, header, name: nameOf(heading, index, header), wasRenamed: false };
}

function nameOf(heading: HeadingRow, index: number, header: string): string {
  const name = cleanName(header);
  const isCut = header.length > LONGEST_NAME && [...header].length > LONGEST_NAME;
  const fault = isCut ? sayOfValue('name-too-long', { max: LONGEST_NAME }) : columnNameFault(name);
  if (fault === null) return name;
  throw badHeading(heading, index, say('heading-not-a-name', whyOf(fault)));
}

function refuseRepeats(heading: HeadingRow, columns: readonly PlacedColumn[]): void {
  const seen = new Map<string, number>();
  for (const { name, index } of columns) {
    const key = name.normalize('NFC').toLowerCase();
    const first = seen.get(key);
    if (first !== undefined) {
      throw badHeading(heading, index, say('heading-repeated', { cell: addressOf(heading, first), name }));
    }
    seen.set(key, index);
  }
}

function badHeading(heading: HeadingRow, index: number, fault: Message) {
  const cell = addressOf(heading, index);
  return problem(
    'unmergeable-file',
    say('heading-invalid', { sheet: heading.sheet.name, cell, ...whyOf(fault) }),
    {
      fix: say('fix-headings'),
      members: { sheet: heading.sheet.name, cell },
    },
  );
}

function addressOf({ row }: HeadingRow, index: number): string {
  return `${columnLetters(index)}${row + 1}`;
}
