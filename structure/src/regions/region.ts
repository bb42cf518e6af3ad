import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { LineRole } from '../lines/line-role.js';
import type { CellAddress } from '../parse-spec.js';

/** The kind of a part of a sheet: a table, the text above tables, or remarks. */
export type RegionKind = 'data' | 'title' | 'note';

export interface SheetRegion {
  kind: RegionKind;
  range: CellRange;
  /** By row of the sheet. Tables beside each other have different roles in the same row. */
  roles: readonly LineRole[];
  /** That a person gave to the table. */
  name?: string | undefined;
  /** The header rows of a table further up that name the columns of this one too. */
  sharedHeader?: readonly number[];
  /** Whether its shape alone shows that it is a header and then records, each with several cells. */
  isPlainList?: boolean;
  /** Of a form, or of a title made up of such: labels and their values. */
  fields?: readonly FormField[];
}

/** A label and its value; both may be in one cell. */
export interface FormField {
  label: CellAddress;
  value: CellAddress;
  /** Further cells of the value, such as the lines of an address. */
  lines?: readonly CellAddress[];
}

const kindOfRole: Record<Exclude<LineRole, 'empty'>, RegionKind> = {
  metadata: 'title',
  header: 'data',
  group: 'data',
  data: 'data',
  derived: 'data',
  notes: 'note',
};

export function kindOfLine(role: LineRole): RegionKind | undefined {
  return role === 'empty' ? undefined : kindOfRole[role];
}
