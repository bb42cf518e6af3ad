import type { SheetRecord } from '../../../catalog/sheet-records.js';
import { escapeHtml } from '../../../core/escape-html.js';
import { Problem } from '../../../core/problems.js';
import type { ReportLabels } from '../../../core/report-texts.js';
import type { Reference } from '../../../core/sheet-blocks.js';
import type { ReadableTable } from '../../../workbook/governance/governed-tables.js';
import { firstRowsOfView, totalsOfView } from '../../../workbook/reading/view-rows.js';
import type { PageViewer } from '../../charts/page-viewer.js';
import { renderChart } from '../../charts/render-chart.js';
import { withOwnIds } from '../../charts/with-own-ids.js';
import type { Service } from '../../service.js';
import { type ResolvedBlock, type ResolvedTable, titleOf } from '../resolve-sheet.js';
import { asOfNow, sheetWords } from '../sheet-texts.js';
import { StyleClasses } from './cell-styles.js';
import { LONGEST_CELL } from './html-column.js';
import { type HtmlPage, htmlPage, type PaperSize } from './html-page.js';
import { htmlTable } from './html-table.js';
import { isLandscape } from './paper.js';

/** A browser shows a page of this size without trouble; anyone who needs more can use the xlsx file. */
const most = { rows: 1000, columns: 100, viewBytes: 4_000_000, pageBytes: 16_000_000 };

const chartSize = { width: 760, height: 400 };

export interface HtmlReport extends HtmlPage {
  /** Those whose rows or figures are shown. */
  tables: ReadableTable[];
}

/** A sheet as one page. */
export async function renderHtml(
  service: Service,
  caller: PageViewer,
  sheet: SheetRecord,
  blocks: readonly ResolvedBlock[],
  paper?: PaperSize,
): Promise<HtmlReport> {
  const title = titleOf(sheet);
  const words = sheetWords(sheet.title, blocks);
  const page = new PageContent(service, caller, sheet.workbook_id, words);
  if (title !== null) page.add(`<h1>${escapeHtml(title)}</h1>\n`);
  for (const block of blocks) await page.block(block, title === null ? 0 : 1);
  page.add(`<footer>${asOfNow(words)}</footer>\n`);
  return {
    ...htmlPage({
      title: sheet.title ?? sheet.name,
      language: words.language,
      content: page.html(),
      css: page.classes.css(),
      isLandscape: isLandscape(page.widths),
      paper,
    }),
    tables: [...page.tables],
  };
}

class PageContent {
  readonly classes = new StyleClasses();
  readonly tables = new Set<ReadableTable>();
  /** Of the columns of each table, in characters. */
  readonly widths: number[][] = [];
  readonly #parts: string[] = [];
  #bytes = 0;
  #charts = 0;

  constructor(
    private readonly service: Service,
    private readonly caller: PageViewer,
    private readonly workbookId: string,
    private readonly words: ReportLabels,
  ) {}

  add(html: string): void {
    this.#parts.push(html);
    this.#bytes += html.length;
  }

  html(): string {
    return this.#parts.join('');
  }

  /** `below`: how many levels of headings are above those of the blocks. */
  async block(block: ResolvedBlock, below: 0 | 1): Promise<void> {
    switch (block.kind) {
      case 'heading': {
        const tag = `h${block.level + below}`;
        return this.add(`<${tag}>${escapeHtml(block.text)}</${tag}>\n`);
      }
      case 'text':
        return this.add(`<p>${escapeHtml(block.text)}</p>\n`);
      case 'spacer':
        return this.add('<div class="gap"></div>\n'.repeat(block.rows));
      case 'note':
        return this.#note(block.text);
      case 'table':
        return await this.#table(block);
      case 'chart':
        return await this.#chart(block.chart);
    }
  }

  #note(text: string): void {
    this.add(`<p class="gone">${escapeHtml(text)}</p>\n`);
  }

  async #chart({ id }: Reference): Promise<void> {
    const place = { workbookId: this.workbookId, chart: id };
    try {
      const { body, table } = await renderChart(this.service, this.caller, place, {
        format: 'svg',
        ...chartSize,
      });
      this.tables.add(table);
      this.add(`<figure class="chart">${withOwnIds(String(body), `chart${++this.#charts}-`)}</figure>\n`);
    } catch (error) {
      // What is wrong with one chart keeps nobody from the rest of the report.
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      this.#note(error.detail);
    }
  }

  async #table(whole: ResolvedTable): Promise<void> {
    this.tables.add(whole.table);
    const bytes = Math.min(most.viewBytes, most.pageBytes - this.#bytes);
    if (bytes <= 0) return this.#note(`"${whole.table.record.name}" is not shown: the page is full.`);
    const columns = whole.columns.slice(0, most.columns);
    const view = { ...whole, columns, totals: whole.totals.filter(({ column }) => columns.includes(column)) };
    const { data } = this.service;
    const rows = await firstRowsOfView(data, view, { rows: most.rows, bytes, characters: LONGEST_CELL });
    const totals = await totalsOfView(data, whole, view.totals);
    const columnsLeftOut = whole.columns.length - columns.length;
    const { html, widths } = await htmlTable(
      { view, rows, totals, columnsLeftOut },
      this.classes,
      this.words,
    );
    this.add(html);
    this.widths.push(widths);
  }
}
