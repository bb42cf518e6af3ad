import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import type { TotalFunction } from '../../core/sheet-blocks.js';
import { identifier } from '../../core/sql-text.js';
import type { ReportRequest, RequestedBlock, RequestedView } from '../../file-workers/report-request.js';
import type { GovernedColumn } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { type Stores, storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import type { Annotation } from './annotations.js';
import { exportColumn, sheetAnnotations } from './export-columns.js';
import type { ExportedFile } from './export-tables.js';
import { streamThenRemove } from './table-files.js';
import type { TableView } from './table-view.js';
import { writeViewFiles } from './view-files.js';

/** A chart that spreadsheets draw themselves. */
export type { ChartPlaces, ChartSeries, WorkbookChart } from '@workbook-data-service/sheets/xlsx';

interface Report extends Omit<ReportRequest, 'outPath' | 'blocks'> {
  workbookId: string;
  blocks: ReportBlock[];
}

export type ReportBlock =
  | Exclude<RequestedBlock, { kind: 'table' | 'picture' }>
  | ReportedTable
  | ReportedPicture;

interface ReportedTable extends TableView {
  kind: 'table';
  title: string | null;
  showHeader: boolean;
  totals: { column: GovernedColumn; fn: TotalFunction }[];
  annotations: Annotation[];
}

/** A drawing, in the size in which it is shown, in pixels. */
interface ReportedPicture {
  kind: 'picture';
  png: Uint8Array;
  width: number;
  height: number;
  description: string;
}

/** Writes blocks below each other on one sheet of an xlsx file. */
export const writeReport = retryingLostFiles(
  async (data: WorkbookData, report: Report): Promise<ExportedFile> => {
    const stores = storesOf(data);
    const { workbookId, name, title, asOf, language } = report;
    const folder = join(stores.engine.outDir, randomUUID());
    await mkdir(folder, { recursive: true });
    try {
      const blocks: RequestedBlock[] = [];
      // Sequentially: each table uses all cores.
      for (const [i, block] of report.blocks.entries()) {
        blocks.push(await requestedBlock(stores, block, join(folder, String(i))));
      }
      const outPath = join(folder, 'report.xlsx');
      const request = { outPath, name, title, asOf, language, blocks };
      const summary = await stores.fileWorkers.writeReport(workbookId, request);
      return { bytes: await streamThenRemove(outPath, folder), extension: 'xlsx', ...summary };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  },
);

async function requestedBlock(stores: Stores, block: ReportBlock, path: string): Promise<RequestedBlock> {
  if (block.kind === 'table') return await requestedView(stores, block, path);
  if (block.kind !== 'picture') return block;
  const { png, ...picture } = block;
  await writeFile(path, png);
  return { ...picture, path };
}

async function requestedView(stores: Stores, view: ReportedTable, path: string): Promise<RequestedView> {
  const { table, columns, title, showHeader } = view;
  const annotations = sheetAnnotations(view.annotations, columns);
  const selected = columns.map(({ name }) => ({ name, sql: identifier(name) }));
  if (annotations) selected.push({ name: ROW_ID, sql: identifier(ROW_ID) });
  return {
    kind: 'table',
    name: table.record.name,
    title,
    showHeader,
    // Without formulas: the cells of a report are values, and a total over an error would be an error.
    columns: columns.map((column) => ({ ...exportColumn(column), formula: undefined })),
    parquetPaths: await writeViewFiles(stores, view, { selected, format: 'parquet', path }),
    annotations,
    totals: view.totals.flatMap(({ column, fn }) => {
      const index = columns.findIndex(({ id }) => id === column.id);
      return index < 0 || column.masked ? [] : [{ fn, column: index }];
    }),
  };
}
