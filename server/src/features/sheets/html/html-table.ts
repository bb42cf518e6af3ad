import { escapeHtml } from '../../../core/escape-html.js';
import type { ReportLabels } from '../../../core/report-texts.js';
import { type TotalFunction, totalRows } from '../../../core/sheet-blocks.js';
import { TimeSlices } from '../../../core/time-slices.js';
import type { GovernedColumn } from '../../../workbook/governance/governed-tables.js';
import type { ViewCell, ViewRows } from '../../../workbook/reading/view-rows.js';
import { CellAnnotations } from '../cell-annotations.js';
import { alignsRight } from '../cell-text.js';
import type { ResolvedTable } from '../resolve-sheet.js';
import { ShownColumn } from '../shown-column.js';
import type { StyleClasses } from './cell-styles.js';

interface TableContent {
  /** Its columns are those that are shown. */
  view: ResolvedTable;
  rows: ViewRows;
  /** In the order of the totals of the view. */
  totals: ViewCell[];
  /** Columns of the view that do not fit the page. */
  columnsLeftOut: number;
}

/** Longer texts are cut. */
export const LONGEST_CELL = 1000;

/** A view of a table with its totals, notes and what is left out. */
export async function htmlTable(
  content: TableContent,
  classes: StyleClasses,
  words: ReportLabels,
): Promise<string> {
  const { view } = content;
  const notes = new Footnotes();
  const annotations = new CellAnnotations(view.annotations);
  const columns = view.columns.map((column) => new HtmlColumn(column, annotations, classes, notes));
  const caption = view.title === null ? '' : `<caption>${escapeHtml(view.title)}</caption>\n`;
  const head = view.showHeader
    ? `<thead><tr>${columns.map((one) => one.header()).join('')}</tr></thead>\n`
    : '';
  const body = await bodyRows(content.rows, columns, annotations, notes, words);
  const foot = totalLines(content, columns, words);
  return [
    `<figure><div class="scroll"><table>\n${caption}${head}<tbody>\n${body}</tbody>\n${foot}</table></div>`,
    ...remarks(content, words).map((text) => `<p class="note">${escapeHtml(text)}</p>`),
    `${notes.list()}</figure>\n`,
  ].join('\n');
}

async function bodyRows(
  { rows }: ViewRows,
  columns: readonly HtmlColumn[],
  annotations: CellAnnotations,
  notes: Footnotes,
  { noRows }: ReportLabels,
): Promise<string> {
  if (rows.length === 0)
    return `<tr><td class="none" colspan="${Math.max(columns.length, 1)}">${noRows}</td></tr>\n`;
  const slices = new TimeSlices();
  const lines: string[] = [];
  for (const { id, cells } of rows) {
    if (slices.isOver) await slices.next();
    const mark = notes.mark(annotations.at(id, null)?.note);
    const written = columns.map((column, i) => column.cell(id, cells[i] ?? null, i === 0 ? mark : ''));
    lines.push(`<tr>${written.join('')}</tr>\n`);
  }
  return lines.join('');
}

function totalLines(
  { view, totals }: TableContent,
  columns: readonly HtmlColumn[],
  words: ReportLabels,
): string {
  const found = new Map(view.totals.map((total, i) => [total, totals[i] ?? null]));
  const lines = totalRows(view.totals).map(({ fn, totals: row }) => {
    const byColumn = new Map(row.map((total) => [total.column.id, found.get(total) ?? null]));
    return `<tr>${columns.map((column, i) => column.total(fn, byColumn, i === 0 ? words.totals[fn] : '')).join('')}</tr>\n`;
  });
  return lines.length > 0 ? `<tfoot>\n${lines.join('')}</tfoot>\n` : '';
}

function remarks({ view, rows, columnsLeftOut }: TableContent, words: ReportLabels): string[] {
  const [shownRows, shownColumns] = [rows.rows.length, view.columns.length];
  return [
    ...(shownRows < rows.count ? [words.firstRows(shownRows, rows.count)] : []),
    ...(columnsLeftOut > 0 ? [words.firstColumns(shownColumns, shownColumns + columnsLeftOut)] : []),
  ];
}

class HtmlColumn {
  readonly #shown: ShownColumn;
  readonly #numeric: string;

  constructor(
    private readonly column: GovernedColumn,
    private readonly annotations: CellAnnotations,
    private readonly classes: StyleClasses,
    private readonly notes: Footnotes,
  ) {
    this.#shown = new ShownColumn(column, annotations);
    this.#numeric = alignsRight(column.type) ? 'n' : '';
  }

  header(): string {
    const { name, masked, id } = this.column;
    const mark = this.notes.mark(this.annotations.at(null, id)?.note);
    const classes = [this.#numeric, masked ? 'masked' : ''];
    return `<th scope="col"${classAttribute(classes)}>${escapeHtml(name)}${mark}</th>`;
  }

  cell(rowId: number, value: ViewCell, rowMark: string): string {
    const { text, style } = this.#shown.cell(rowId, value, LONGEST_CELL);
    const mark = this.notes.mark(this.annotations.at(rowId, this.column.id)?.note);
    const classes = [this.#numeric, this.classes.of(style) ?? ''];
    return `<td${classAttribute(classes)}>${escapeHtml(text)}${rowMark}${mark}</td>`;
  }

  /** The first column has the name of the function, in small letters if it has a total itself. */
  total(fn: TotalFunction, values: ReadonlyMap<string, ViewCell>, label: string): string {
    const value = values.get(this.column.id);
    if (value === undefined) return `<td>${label}</td>`;
    const text = escapeHtml(this.#shown.total(fn, value));
    const small = label && `<small>${label}</small> `;
    return `<td${classAttribute([this.#numeric || (fn === 'count' ? 'n' : '')])}>${small}${text}</td>`;
  }
}

function classAttribute(classes: readonly string[]): string {
  const set = classes.filter((name) => name !== '');
  return set.length > 0 ? ` class="${set.join(' ')}"` : '';
}

/** Notes of cells, numbered in the order in which they appear, and listed below the table. */
class Footnotes {
  readonly #notes: string[] = [];

  mark(note: string | null | undefined): string {
    if (!note) return '';
    this.#notes.push(note);
    return `<sup>${this.#notes.length}</sup>`;
  }

  list(): string {
    if (this.#notes.length === 0) return '';
    return `<ol class="notes">${this.#notes.map((note) => `<li>${escapeHtml(note)}</li>`).join('')}</ol>`;
  }
}
