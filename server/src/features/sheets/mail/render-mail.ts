import { createHash } from 'node:crypto';
import type { SheetRecord } from '../../../catalog/sheet-records.js';
import { escapeHtml } from '../../../core/escape-html.js';
import { Problem } from '../../../core/problems.js';
import { type ReportLabels, wordsIn } from '../../../core/report-texts.js';
import type { Reference } from '../../../core/sheet-blocks.js';
import type { MailPicture } from '../../../gateways/mail/mail.js';
import type { ReadableTable } from '../../../workbook/governance/governed-tables.js';
import { firstRowsOfView, totalsOfView } from '../../../workbook/reading/view-rows.js';
import { drawChart } from '../../charts/draw-chart.js';
import type { PageViewer } from '../../charts/page-viewer.js';
import { readableChart } from '../../charts/render-chart.js';
import type { Service } from '../../service.js';
import { type ResolvedBlock, type ResolvedTable, titleOf } from '../resolve-sheet.js';
import { sheetWords } from '../sheet-texts.js';
import { inline } from './mail-style.js';
import { LONGEST_MAIL_CELL, mailTable } from './mail-table.js';
import { mailTableHtml } from './mail-table-html.js';
import { mailTableText } from './mail-table-text.js';

/** Of the rows of a view, and of the page: some mail programs cut one that is longer than 100 kB. */
const most = { rows: 100, columns: 12, viewBytes: 500_000, pageBytes: 80_000, textBytes: 60_000, charts: 20 };

/** As wide as the page of a mail on a large screen; its letters can still be read at the width of a phone. */
const chartSize = { width: 520, height: 320 };

export interface MailedReport {
  title: string;
  language: ReportLabels['language'];
  /** The blocks, of HTML, and the same as text. */
  html: string;
  text: string;
  pictures: MailPicture[];
  /** Those whose rows or figures are shown. */
  tables: ReadableTable[];
  /** Whether something is in the report and not in the mail. */
  isCut: boolean;
  /** The same as long as its reader would see the same in the report. */
  digest: string;
}

/** A sheet as one reader may see it, for a mail. Its words are in `language`, or else in that of the sheet. */
export async function renderMail(
  service: Service,
  viewer: PageViewer,
  sheet: SheetRecord,
  blocks: readonly ResolvedBlock[],
  language?: ReportLabels['language'] | null,
): Promise<MailedReport> {
  const words = language ? wordsIn[language] : sheetWords(sheet.title, blocks);
  const title = titleOf(sheet);
  const mail = new MailContent(service, viewer, sheet, words);
  if (title !== null) mail.heading(title, 0);
  for (const block of blocks) await mail.block(block, title === null ? 0 : 1);
  return { title: sheet.title ?? title ?? headingOf(sheet), language: words.language, ...mail.content() };
}

const headingOf = ({ name, blocks: [first] }: SheetRecord) => (first?.kind === 'heading' ? first.text : name);

class MailContent {
  readonly #html: string[] = [];
  readonly #text: string[] = [];
  readonly #pictures: MailPicture[] = [];
  readonly #tables = new Set<ReadableTable>();
  readonly #digest = createHash('sha256');
  #isCut = false;
  #htmlBytes = 0;
  #textBytes = 0;

  constructor(
    private readonly service: Service,
    private readonly viewer: PageViewer,
    private readonly sheet: SheetRecord,
    private readonly words: ReportLabels,
  ) {}

  content(): Omit<MailedReport, 'title' | 'language'> {
    return {
      html: this.#html.join('\n'),
      text: this.#text.join('\n\n'),
      pictures: this.#pictures,
      tables: [...this.#tables],
      isCut: this.#isCut,
      digest: this.#digest.copy().digest('base64url'),
    };
  }

  heading(text: string, level: number): void {
    const tag = `h${level + 1}` as 'h1' | 'h2' | 'h3' | 'h4';
    const line = level < 2 ? `\n${(level === 0 ? '=' : '-').repeat(Math.min(text.length, 70))}` : '';
    this.#add(`<${tag} style="${inline[tag]}" class="h">${escapeHtml(text)}</${tag}>`, `${text}${line}`);
  }

  /** `below`: how many levels of headings are above those of the blocks. */
  async block(block: ResolvedBlock, below: 0 | 1): Promise<void> {
    switch (block.kind) {
      case 'heading':
        return this.heading(block.text, block.level - 1 + below);
      case 'text':
        return this.#add(`<p style="${inline.text}">${escapeHtml(block.text)}</p>`, block.text);
      case 'spacer':
        return this.#add('<p style="margin:0;font-size:12px">&nbsp;</p>'.repeat(Math.min(block.rows, 5)));
      case 'note':
        return this.#note(block.text);
      case 'table':
        return await this.#table(block);
      case 'chart':
        return await this.#chart(block.chart);
    }
  }

  #add(html: string, text?: string): void {
    this.#digest.update(html);
    if (this.#htmlBytes + Buffer.byteLength(html) > most.pageBytes) this.#isCut = true;
    else this.#html.push(html);
    this.#htmlBytes += Buffer.byteLength(html);
    if (text === undefined) return;
    const bytes = Buffer.byteLength(text);
    if (this.#textBytes + bytes > most.textBytes) this.#isCut = true;
    else this.#text.push(text);
    this.#textBytes += bytes;
  }

  #note(text: string): void {
    this.#add(`<p style="${inline.gone}" class="gone">${escapeHtml(text)}</p>`, text);
  }

  async #chart({ id, name }: Reference): Promise<void> {
    if (this.#pictures.length >= most.charts) {
      this.#isCut = true;
      return;
    }
    const { workbook_id: workbookId } = this.sheet;
    try {
      const found = await readableChart(this.service, this.viewer, { workbookId, chart: id });
      const { body } = await drawChart(this.service, found.table, found, { format: 'png', ...chartSize });
      this.#tables.add(found.table);
      const png = Buffer.from(body);
      const cid = `chart${this.#pictures.length + 1}@report`;
      this.#pictures.push({ cid, png });
      this.#digest.update(png);
      const title = found.title ?? name;
      const picture = `<img src="cid:${cid}" width="620" alt="${escapeHtml(title)}" style="${inline.picture}">`;
      this.#add(`<div style="margin:14px 0 20px">${picture}</div>`, `[${title}]`);
    } catch (error) {
      // What is wrong with one chart keeps nobody from the rest of the report.
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      this.#note(error.detail);
    }
  }

  async #table(whole: ResolvedTable): Promise<void> {
    this.#tables.add(whole.table);
    const columns = whole.columns.slice(0, most.columns);
    const view = { ...whole, columns, totals: whole.totals.filter(({ column }) => columns.includes(column)) };
    const { data } = this.service;
    const bounds = { rows: most.rows, bytes: most.viewBytes, characters: LONGEST_MAIL_CELL };
    const found = await firstRowsOfView(data, view, bounds);
    const totals = await totalsOfView(data, whole, view.totals);
    const columnsLeftOut = whole.columns.length - columns.length;
    const shown = (rows: typeof found) => mailTable({ view, rows, totals, columnsLeftOut }, this.words);
    let rows = found;
    let html = mailTableHtml(shown(rows), this.words);
    // Half as often, so that what fits is found soon.
    while (rows.rows.length > 1 && this.#htmlBytes + Buffer.byteLength(html) > most.pageBytes) {
      rows = { ...rows, rows: rows.rows.slice(0, Math.floor(rows.rows.length / 2)) };
      html = mailTableHtml(shown(rows), this.words);
    }
    const isWhole = rows.rows.length === rows.count && columnsLeftOut === 0;
    if (!isWhole) {
      this.#isCut = true;
      // What is left out can change too.
      this.#digest.update(`${whole.table.record.id} ${whole.table.version}`);
    }
    this.#add(html, mailTableText(shown(rows), this.words));
  }
}
