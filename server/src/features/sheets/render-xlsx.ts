import type { SheetRecord } from '../../catalog/sheet-records.js';
import { Problem } from '../../core/problems.js';
import type { Reference } from '../../core/sheet-blocks.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import type { ExportedFile } from '../../workbook/reading/export-tables.js';
import { type ReportBlock, writeReport } from '../../workbook/reading/write-report.js';
import { drawChart, isWithoutValue, shownFigures } from '../charts/draw-chart.js';
import type { PageViewer } from '../charts/page-viewer.js';
import { readableChart } from '../charts/render-chart.js';
import { workbookChart } from '../charts/workbook-chart.js';
import type { Service } from '../service.js';
import { type ResolvedBlock, titleOf } from './resolve-sheet.js';
import { asOfNow, sheetWords } from './sheet-texts.js';

export interface XlsxReport extends ExportedFile {
  /** Those whose rows or figures are shown. */
  tables: ReadableTable[];
}

/** As wide as an upright page. */
const chartSize = { width: 680, height: 340 };

/** A sheet as an xlsx file. */
export async function renderXlsx(
  service: Service,
  caller: PageViewer,
  sheet: SheetRecord,
  resolved: readonly ResolvedBlock[],
): Promise<XlsxReport> {
  const { workbook_id: workbookId, name } = sheet;
  const tables = new Set<ReadableTable>();
  const title = titleOf(sheet);
  const blocks: ReportBlock[] = title === null ? [] : [{ kind: 'heading', text: title, level: 0 }];
  for (const block of resolved) {
    if (block.kind === 'table') tables.add(block.table);
    blocks.push(block.kind === 'chart' ? await chart(block.chart) : block);
  }
  const words = sheetWords(sheet.title, resolved);
  const file = await writeReport(service.data, {
    workbookId,
    name,
    title: sheet.title ?? name,
    asOf: asOfNow(words),
    language: words.language,
    blocks,
  });
  return { ...file, tables: [...tables] };

  async function chart(reference: Reference): Promise<ReportBlock> {
    try {
      const { table, block } = await chartBlock(service, caller, workbookId, reference);
      tables.add(table);
      return block;
    } catch (error) {
      // What is wrong with one chart keeps nobody from the rest of the report.
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      return { kind: 'note', text: error.detail };
    }
  }
}

/** A chart that the reader's program draws, or a picture of one that it does not know. */
async function chartBlock(
  service: Service,
  caller: PageViewer,
  workbookId: string,
  { id, name: description }: Reference,
): Promise<{ table: ReadableTable; block: ReportBlock }> {
  const found = await readableChart(service, caller, { workbookId, chart: id });
  const { table, shape, title } = found;
  const { shown, words } = await shownFigures(service, table, found);
  const chart = isWithoutValue(shown) ? undefined : workbookChart(shape, title, shown, words);
  if (chart) return { table, block: { kind: 'chart', chart, ...chartSize, description } };
  const { body } = await drawChart(service, table, found, { format: 'png', ...chartSize });
  return { table, block: { kind: 'picture', png: Buffer.from(body), ...chartSize, description } };
}
