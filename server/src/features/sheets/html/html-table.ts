import { escapeHtml } from '../../../core/escape-html.js';
import type { ReportLabels } from '../../../core/report-texts.js';
import { type TotalFunction, totalRows } from '../../../core/sheet-blocks.js';
import { TimeSlices } from '../../../core/time-slices.js';
import type { ViewCell, ViewRows } from '../../../workbook/reading/view-rows.js';
import { CellAnnotations } from '../cell-annotations.js';
import type { ResolvedTable } from '../resolve-sheet.js';
import type { StyleClasses } from './cell-styles.js';
import { Footnotes } from './footnotes.js';
import { HtmlColumn } from './html-column.js';
import { onPaper, type TableOnPaper } from './paper.js';

interface TableContent {
  /** Its columns are those that are shown. */
  view: ResolvedTable;
  rows: ViewRows;
  /** In the order of the totals of the view. */
  totals: ViewCell[];
  /** Columns of the view that do not fit the page. */
  columnsLeftOut: number;
}

interface HtmlTable {
  html: string;
  /** Of its columns, in characters. */
  widths: number[];
}

/** A view of a table with its totals, notes and what is left out; once more for paper if no page is as wide. */
export async function htmlTable(
  content: TableContent,
  classes: StyleClasses,
  words: ReportLabels,
): Promise<HtmlTable> {
  const columns = await columnsOf(content, classes);
  const widths = columns.map(({ width }) => width);
  const { size, parts } = onPaper(widths);
  const figure = (parts: TableOnPaper['parts'], className: string) =>
    new Figure(content, columns, words).html(parts, className);
  const html =
    parts.length === 1
      ? await figure(parts, size)
      : (await figure([columns.map((_, place) => place)], 'screen')) + (await figure(parts, 'paper'));
  return { html, widths };
}

async function columnsOf({ view, rows, totals }: TableContent, classes: StyleClasses): Promise<HtmlColumn[]> {
  const annotations = new CellAnnotations(view.annotations);
  const slices = new TimeSlices();
  const found = new Map<string, Map<TotalFunction, ViewCell>>();
  for (const [i, { column, fn }] of view.totals.entries()) {
    const ofColumn = found.get(column.id) ?? new Map();
    found.set(column.id, ofColumn.set(fn, totals[i] ?? null));
  }
  const columns: HtmlColumn[] = [];
  for (const [at, column] of view.columns.entries()) {
    if (slices.isOver) await slices.next();
    columns.push(new HtmlColumn(column, rows, at, found.get(column.id) ?? new Map(), annotations, classes));
  }
  return columns;
}

/** A table, or the parts of one, with its notes. */
class Figure {
  readonly #notes = new Footnotes();
  readonly #annotations: CellAnnotations;
  readonly #slices = new TimeSlices();

  constructor(
    private readonly content: TableContent,
    private readonly columns: readonly HtmlColumn[],
    private readonly words: ReportLabels,
  ) {
    this.#annotations = new CellAnnotations(content.view.annotations);
  }

  async html(parts: TableOnPaper['parts'], className: string): Promise<string> {
    const lines = [`<figure class="table ${className}">`];
    for (const places of parts)
      lines.push(await this.#table(places.flatMap((place) => this.columns[place] ?? [])));
    const remarks = this.#remarks().map((text) => `<p class="note">${escapeHtml(text)}</p>`);
    return [...lines, ...remarks, `${this.#notes.list()}</figure>\n`].join('\n');
  }

  async #table(columns: readonly HtmlColumn[]): Promise<string> {
    const { title, showHeader } = this.content.view;
    const caption = title === null ? '' : `<caption>${escapeHtml(title)}</caption>\n`;
    const names = columns.map((column) => column.header(this.#notes)).join('');
    const head = showHeader ? `<thead><tr>${names}</tr></thead>\n` : '';
    const body = await this.#body(columns);
    return `<div class="scroll" tabindex="0"><table>\n${caption}${head}<tbody>\n${body}</tbody>\n${this.#totals(columns)}</table></div>`;
  }

  async #body(columns: readonly HtmlColumn[]): Promise<string> {
    const { rows } = this.content.rows;
    if (rows.length === 0)
      return `<tr><td class="none" colspan="${Math.max(columns.length, 1)}">${this.words.noRows}</td></tr>\n`;
    const lines: string[] = [];
    for (const [row, { id }] of rows.entries()) {
      if (this.#slices.isOver) await this.#slices.next();
      const mark = this.#notes.mark(this.#annotations.at(id, null)?.note);
      const cells = columns.map((column, i) => column.cell(row, id, i === 0 ? mark : '', this.#notes));
      lines.push(`<tr>${cells.join('')}</tr>\n`);
    }
    return lines.join('');
  }

  #totals(columns: readonly HtmlColumn[]): string {
    const here = totalRows(this.content.view.totals).filter(({ fn }) =>
      columns.some((column) => column.hasTotal(fn)),
    );
    const lines = here.map(
      ({ fn }) =>
        `<tr>${columns.map((column, i) => column.total(fn, i === 0 ? this.words.totals[fn] : '')).join('')}</tr>\n`,
    );
    return lines.length > 0 ? `<tfoot>\n${lines.join('')}</tfoot>\n` : '';
  }

  #remarks(): string[] {
    const { view, rows, columnsLeftOut } = this.content;
    const [shownRows, shownColumns] = [rows.rows.length, view.columns.length];
    return [
      ...(shownRows < rows.count ? [this.words.firstRows(shownRows, rows.count)] : []),
      ...(columnsLeftOut > 0 ? [this.words.firstColumns(shownColumns, shownColumns + columnsLeftOut)] : []),
    ];
  }
}
