import type { CellRange } from '@workbook-data-service/sheets/addresses';
import type { Params, Saying } from '@workbook-data-service/sheets/messages';
import type { FaultKind } from './findings.js';

/** Cells that are in no region, and why, with a code where the service says it. */
interface UnassignedCells {
  range: CellRange;
  reason: string;
  code?: string;
  params?: Params;
}

/**
 * How a sheet is read, proposed by structuring and perhaps corrected by a person. Everything made from the
 * sheet follows from this alone. Rows and columns count from 0.
 */
export interface SheetSpec {
  name: string;
  hidden: boolean;
  /** Null where the sheet is blank. */
  usedRange: CellRange | null;
  /** They do not overlap, and every non-blank cell lies in one of them or is unassigned. */
  regions: RegionSpec[];
  unassigned: UnassignedCells[];
  /** What a careful reader would ask about its cells. */
  faults?: CellFault[];
  /** Where a language model proposed what is followed, and the checks took it. */
  readBy?: 'model';
  /** The cells stay as they are in the sheet, because no reading was sure enough. */
  keptAsSheet?: true;
  /** The reading that is followed, as one among the alternatives. */
  chosen?: ReadingPicture;
  /** Other ways to read the sheet that give something else, best first, at most three. */
  alternatives?: Alternative[];
  /** Looking for alternatives took too long, so there may be better ones. */
  alternativesCut?: true;
  /** The lines of the workspace's rules that decided something; they hold whenever the sheet is read by this spec. */
  rules?: string[];
  /** The remembered reading that it was read by, or that was not followed. */
  reading?: AppliedReading;
  /** What came of asking a language model about it. */
  modelReading?: ModelReading;
}

/** What came of asking a language model about a sheet: its reading is followed, offered or left, or there was none; and why. */
export interface ModelReading {
  outcome: 'followed' | 'offered' | 'refused' | 'failed';
  why: Saying[];
}

/** What a person sees of a reading. All of it is bounded. */
export interface ReadingPicture {
  /** Unique in a file, such as `r1.b`. */
  id: string;
  /** How it differs, and what speaks for it. */
  why: Saying[];
  /** The first ones. */
  tables: AlternativeTable[];
  tableCount: number;
}

/** Another way to read a sheet. */
export interface Alternative extends ReadingPicture, Pick<SheetSpec, 'readBy'> {
  confidence: number;
  /** Their ids are those of the sheet's own regions, some with a suffix, so that no other sheet has them. */
  regions: RegionSpec[];
  unassigned: UnassignedCells[];
}

export interface AlternativeTable {
  name: string;
  /** The first ones. */
  columns: string[];
  columnCount: number;
  rows: number;
  /** Of the columns that are named. */
  firstRows: (string | null)[][];
}

/** How a sheet differs from the one that its reading was learned from. */
export interface Difference {
  kind:
    | 'column_added'
    | 'column_missing'
    | 'column_moved'
    | 'column_renamed'
    | 'column_retyped'
    | 'table_added'
    | 'table_missing'
    | 'sheet_missing'
    | 'rows_outside'
    | 'levels_unsure';
  sheet: string;
  table?: string;
  /** As the sheet has it; a missing one as it was. */
  column?: string;
  /** What it was before: the label of a column, or its type. */
  before?: string;
  rows?: number;
}

/** What a person decided about a sheet of the same layout, and how the two differ. */
export interface AppliedReading {
  id: string;
  name: string;
  /** The file that it was learned from. */
  learnedFrom: string;
  /** The id of the user who decided. */
  decidedBy: string | null;
  match: 'exact' | 'similar';
  differences: Difference[];
  /** The names of the sheets that it knows, and which of them this is. */
  sheets: string[];
  at: number;
  /** Why the sheet was read as if nothing were remembered, where it was. */
  afresh?: AfreshReason;
}

export type AfreshReason = 'cells_lost' | 'totals_disagree' | 'unfit';

/** A fault of cells in a sheet: how many have it, and the first of them. */
export interface CellFault {
  kind: FaultKind;
  count: number;
  cell: CellAddress;
}

/**
 * `level`: the rows of one level of a report. `computed`: rows computed from others. `accounts`: the tree of
 * labels.
 */
export type TableRole = 'table' | 'level' | 'computed' | 'accounts' | 'notes';

type RegionKind = 'data' | 'title' | 'note';

/**
 * `crosstab`: periods run across columns. `report`: rows form levels, with totals between them. `form`: labels
 * with a value each, which make one row.
 */
type Layout = 'flat' | 'crosstab' | 'report' | 'form';

/** What rows of a region are that are no plain records. In a form, `group` has those that head the fields below them. */
interface RowRoles {
  group: number[];
  derived: number[];
  /** Rows from which on no heading above holds, until the next one: a total of all groups, or the end of the last. */
  ungrouped?: number[];
  /** Remarks between the records; they are among the notes. */
  note?: number[];
  /** Rows that are in no table. */
  skip?: number[];
}

/** Rows that are no part of the table of their region. */
export const rowsApart = ({ note = [], skip = [] }: RowRoles): Set<number> => new Set([...note, ...skip]);

export interface MadeNames {
  /** Of the columns with the headings above the rows, the outermost first. */
  group?: string[];
  period?: string;
  value?: string;
}

export interface RegionSpec {
  /** Unique in a file; stays the same when a spec is corrected. */
  id: string;
  kind: RegionKind;
  name: string;
  range: CellRange;
  headerRows: number[];
  /** How many rows a record takes, where it is more than one. */
  recordRows?: number;
  /** How many columns from the left label the rows. */
  headerColumns: number;
  rowRoles: RowRoles;
  /** For each row, the row whose label stands above it; rows of the outermost level are left out. */
  rowParents?: Record<number, number>;
  /** The cells with the labels of rows, where these are not the first cells of their keys: of a total, say. */
  rowLabels?: Record<number, CellAddress>;
  columns: ColumnSpec[];
  layout: Layout;
  /** The region whose table has the rows of this one too, by the names of their columns. */
  continues?: string;
  /** Names of columns that no cell of the sheet names; where absent they are called `group`, `period`, `value`. */
  madeNames?: MadeNames;
  /** Whether a merged cell is the value of every row and column that it covers. */
  spreadMerged?: boolean;
  /** Cells among numbers that need not be such: where they are not, tables have NULL and the notes have their text. */
  unreadable?: CellAddress[];
  /**
   * Further changes of shape, in order; most tables have none. Their columns count from 0 in the table that
   * is the input of the step: first the group columns, if any, then `columns`.
   */
  steps: ReshapeStep[];
  /** The most plausible first. */
  suggestions?: Suggestion[];
  questions?: Question[];
  /** The probability that the tables are exactly what a person would make. */
  confidence: number;
  reasons: Saying[];
  /** What lowers the confidence; it is told among the reasons too. */
  doubts?: SpecDoubt[];
}

/** Something about a table that is seen more often where a table came out wrong. */
export interface SpecDoubt extends Saying {
  code: string;
  /** The first cell that shows it, if it is about cells. */
  cell?: CellAddress;
}

/**
 * A change of shape that nobody asked for yet; accepted, it becomes the last of the region's steps. One that fills
 * down more columns takes the place of the step that fills fewer.
 */
export interface Suggestion {
  /** Unique in a file, such as `r1.s1`. */
  id: string;
  step: ReshapeStep;
  /** Why, with its code and parameters; those of earlier releases have none. */
  reason: string;
  code?: string | undefined;
  params?: Params | undefined;
  /** The names of the table's columns after the step. */
  columns: string[];
  /** The suggestion whose result this step changes; it is accepted with this one. */
  after?: string;
}

/** A decision that the file leaves open. */
export interface Question extends Saying {
  /** Unique in a file, such as `r1.header3`. */
  id: string;
  choices: string[];
  /** The choice that the spec follows until another is made. */
  default: string;
}

export type ColumnRole = 'key' | 'attribute' | 'period' | 'value';

export type Extract = 'number' | 'hours';

export interface ColumnSpec {
  name: string;
  /** The column in the sheet. */
  source: number;
  /** The row of a record that has the value, where it is not the first. */
  line?: number;
  type: SpecType;
  role: ColumnRole;
  /** For a period column: which period, such as `2025-04`. */
  period?: string;
  /** For a period column with several measures per period: which measure, such as `売上`. */
  measure?: string;
  /** Whether it sums or compares the periods beside it, such as a total of the year. */
  derived?: boolean;
  /** Such as `百万円`, `%` or `USD thousand`. */
  unit?: string;
  /** In a form: the cell with the value. */
  cell?: CellAddress;
  /** In a form: cells with more of the value, as the lines of an address. */
  moreCells?: CellAddress[];
  /** What of each cell is the value: the number within a text (`Total : 3656,13 €`), or hours (`160:30` is 160.5). */
  extract?: Extract;
  /** In a form: the cell with the label; that of the value where it has both, as `Customer: Harbour Ltd`. */
  label?: CellAddress;
}

export interface CellAddress {
  row: number;
  column: number;
}

/** What a person says about a sheet. What is left out stays as it was. */
export interface SheetCorrection {
  name: string;
  regions?: RegionCorrection[] | undefined;
  unassigned?: SheetSpec['unassigned'] | undefined;
}

/** What a person says about a region; one with another id is new. */
export interface RegionCorrection
  extends Partial<
    Pick<
      RegionSpec,
      | 'kind'
      | 'name'
      | 'range'
      | 'headerRows'
      | 'recordRows'
      | 'headerColumns'
      | 'rowParents'
      | 'rowLabels'
      | 'layout'
      | 'madeNames'
      | 'spreadMerged'
      | 'unreadable'
      | 'steps'
    >
  > {
  id: string;
  rowRoles?: Partial<RowRoles>;
  /** Null for a table of its own again. */
  continues?: string | null;
  columns?: ColumnCorrection[];
  /** Ids of questions that are still open; all where absent. */
  questions?: string[];
}

/** Null for cells whose whole text is the value again. */
export type ColumnCorrection = Pick<ColumnSpec, 'source'> &
  Partial<Omit<ColumnSpec, 'extract'>> & { extract?: Extract | null };

export type SpecType =
  | 'VARCHAR'
  | 'BIGINT'
  | 'DOUBLE'
  | 'BOOLEAN'
  | 'DATE'
  | 'TIME'
  | 'TIMESTAMP'
  | 'TIMESTAMPTZ';

/** One change of a table's shape. Columns count from 0 in the table that is the input of the step. */
export type ReshapeStep =
  /**
   * Columns that are one variable: their headers become values of one column, their cells values of another. Where blanks are
   * skipped, as in a grid of marks, a blank cell makes no row.
   */
  | { operator: 'stack'; columns: readonly number[]; blanks?: 'skip' }
  /** Columns that are several variables, each repeated: `label` of every column becomes a value. */
  | { operator: 'wide_to_long'; columns: readonly RepeatedColumn[] }
  /** Rows that contain only a label, in one column, for the rows below them. */
  | { operator: 'subtitle'; column: number }
  /**
   * Blanks that mean the value above, in the columns up to `last`; within borders, the value anywhere between
   * the border above and the one below.
   */
  | { operator: 'ffill'; last: number; within?: 'borders' }
  | { operator: 'transpose' }
  /** Records written downwards, `period` lines each; `layout` says where the names of their fields stand. */
  | { operator: 'pivot'; period: number; layout: 'two columns' | 'name: value' | 'no names' }
  /** Lists in one cell: one row for each piece. */
  | { operator: 'explode'; column: number; delimiter: string };

/** A column of a `wide_to_long` block: `Task 2 Done` is the variable `Done` of the label `Task 2`. */
export interface RepeatedColumn {
  column: number;
  label: string;
  variable: string;
}
