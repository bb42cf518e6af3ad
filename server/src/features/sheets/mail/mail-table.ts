import type { CellStyle } from '../../../core/cell-style.js';
import type { ReportLabels } from '../../../core/report-texts.js';
import { type TotalFunction, totalRows } from '../../../core/sheet-blocks.js';
import type { GovernedColumn } from '../../../workbook/governance/governed-tables.js';
import type { ViewCell, ViewRows } from '../../../workbook/reading/view-rows.js';
import { CellAnnotations } from '../cell-annotations.js';
import { alignsRight } from '../cell-text.js';
import { alignedAtPoint, placesOf } from '../html/decimal-places.js';
import type { ResolvedTable } from '../resolve-sheet.js';
import { ShownColumn } from '../shown-column.js';

/** Longer texts are cut: a mail is looked over, and the rest is in the report. */
export const LONGEST_MAIL_CELL = 200;

interface MailCell {
  text: string;
  style: CellStyle | undefined;
  /** The number of its note below the table. */
  note: number | undefined;
}

/** A view of a table as a mail shows it, as a page or as plain text. */
export interface MailTable {
  title: string | null;
  columns: { name: string; isNumeric: boolean; isMasked: boolean; note: number | undefined }[];
  showHeader: boolean;
  rows: MailCell[][];
  totals: { label: string; cells: string[] }[];
  /** In the order of their numbers. */
  notes: string[];
  /** What is left out. */
  remarks: string[];
}

interface TableContent {
  /** Its columns are those that are shown. */
  view: ResolvedTable;
  rows: ViewRows;
  /** In the order of the totals of the view. */
  totals: ViewCell[];
  /** Columns of the view that are too many for a mail. */
  columnsLeftOut: number;
}

export function mailTable(
  { view, rows: found, totals, columnsLeftOut }: TableContent,
  words: ReportLabels,
): MailTable {
  const annotations = new CellAnnotations(view.annotations);
  const notes: string[] = [];
  const noteOf = (rowId: number | null, columnId: string | null) => {
    const note = annotations.at(rowId, columnId)?.note;
    return note ? notes.push(note) : undefined;
  };
  const columns = view.columns.map((column) => ({
    name: column.name,
    isNumeric: alignsRight(column.type),
    isMasked: column.masked,
    note: noteOf(null, column.id),
  }));
  const shown = view.columns.map((column, at) => {
    const ofColumn = view.totals.flatMap((total, i) =>
      total.column.id === column.id ? [{ fn: total.fn, value: totals[i] ?? null }] : [],
    );
    return columnTexts(column, at, found, ofColumn, annotations);
  });
  const rows = found.rows.map(({ id }, row) =>
    view.columns.map((column, at) => ({
      text: shown[at]?.cells[row] ?? '',
      style: annotations.styleOf(id, column.id),
      note: noteOf(id, column.id) ?? (at === 0 ? noteOf(id, null) : undefined),
    })),
  );
  const count = found.rows.length;
  return {
    title: view.title,
    columns,
    showHeader: view.showHeader,
    rows,
    totals: totalRows(view.totals).map(({ fn }) => ({
      label: words.totals[fn],
      cells: shown.map(({ totals: texts }) => texts.get(fn) ?? ''),
    })),
    notes,
    remarks: [
      ...(count < found.count ? [words.firstRows(count, found.count)] : []),
      ...(columnsLeftOut > 0 ? [words.firstColumns(columns.length, columns.length + columnsLeftOut)] : []),
    ],
  };
}

/** What stands in a column, with the points of numbers below each other. */
function columnTexts(
  column: GovernedColumn,
  at: number,
  { rows }: ViewRows,
  totals: readonly { fn: TotalFunction; value: ViewCell }[],
  annotations: CellAnnotations,
): { cells: string[]; totals: Map<TotalFunction, string> } {
  const shown = new ShownColumn(column, annotations);
  const cells = rows.map(({ id, cells }) => shown.cell(id, cells[at] ?? null, LONGEST_MAIL_CELL).text);
  const places = cells.reduce((most, text) => Math.max(most, placesOf(text)), 0);
  const texts = [...cells, ...totals.map(({ fn, value }) => shown.total(fn, value, places))];
  const aligned = alignsRight(column.type) ? alignedAtPoint(texts) : texts;
  return {
    cells: aligned.slice(0, cells.length),
    totals: new Map(totals.map(({ fn }, i) => [fn, aligned[cells.length + i] ?? ''])),
  };
}
