import type { ReportLabels } from '../../core/report-texts.js';
import { type TotalFunction, totalRows } from '../../core/sheet-blocks.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import { firstRowsOfView, totalsOfView } from '../../workbook/reading/view-rows.js';
import type { Caller } from '../caller.js';
import type { SheetPlace } from '../places.js';
import type { Service } from '../service.js';
import { CellAnnotations } from './cell-annotations.js';
import { checkBlocks } from './check-blocks.js';
import type { SheetInput } from './put-sheet.js';
import {
  type ResolvedBlock,
  type ResolvedTable,
  resolveBlocks,
  resolveSheet,
  tablesShown,
  titleOf,
} from './resolve-sheet.js';
import { sheetWords } from './sheet-texts.js';
import { requireSheet } from './sheets.js';
import { type ShownCell, ShownColumn } from './shown-column.js';

interface PreviewTable {
  kind: 'table';
  title: string | null;
  showHeader: boolean;
  columns: { name: string; type: string; masked: boolean }[];
  /** Rows of the view, of which a preview shows the first. */
  columnCount: number;
  rows: ShownCell[][];
  rowCount: number;
  /** With a cell for each column. */
  totals: { fn: TotalFunction; cells: (string | null)[] }[];
}

export type PreviewPart =
  | Exclude<ResolvedBlock, ResolvedTable | { kind: 'chart' }>
  | { kind: 'chart'; chart: string }
  | PreviewTable;

export interface SheetPreview {
  language: ReportLabels['language'];
  /** What each block shows. */
  blocks: PreviewPart[][];
  /** Those whose rows are shown. */
  tables: ReadableTable[];
}

/** A glance at each view, which is soon there also where a sheet has many of them. */
const most = { columns: 50, characters: 200, viewBytes: 500_000, sheetBytes: 8_000_000 };

/** What a sheet that is not made yet would show to the caller. */
export async function previewSheet(
  service: Service,
  caller: Caller,
  workbookId: string,
  { title, spec }: Pick<SheetInput, 'title' | 'spec'>,
  { limit }: { limit: number },
): Promise<SheetPreview> {
  const { blocks, referents } = await checkBlocks(service, caller, workbookId, spec.blocks);
  const resolved = await resolveBlocks(service, blocks, referents);
  return await previewBlocks(service, title, resolved, limit);
}

/** What a sheet shows to the caller, and its title. */
export async function previewStoredSheet(
  service: Service,
  caller: Caller,
  place: SheetPlace,
  { limit }: { limit: number },
): Promise<SheetPreview & { title: string | null }> {
  const sheet = await requireSheet(service.catalog.db, place);
  const resolved = (await resolveSheet(service, caller, sheet)).map((block) => [block]);
  return { title: titleOf(sheet), ...(await previewBlocks(service, sheet.title, resolved, limit)) };
}

async function previewBlocks(
  service: Service,
  title: string | null,
  resolved: ResolvedBlock[][],
  limit: number,
): Promise<SheetPreview> {
  let bytesLeft = most.sheetBytes;
  const shown: PreviewPart[][] = [];
  for (const parts of resolved) {
    const block: PreviewPart[] = [];
    for (const part of parts) block.push(await preview(part));
    shown.push(block);
  }
  const flat = resolved.flat();
  return { language: sheetWords(title, flat).language, blocks: shown, tables: tablesShown(flat) };

  async function preview(part: ResolvedBlock): Promise<PreviewPart> {
    if (part.kind === 'chart') return { kind: 'chart', chart: part.chart.name };
    if (part.kind !== 'table') return part;
    if (bytesLeft <= 0)
      return { kind: 'note', text: `"${part.table.record.name}" is not shown: the preview is full.` };
    const table = await previewTable(service, part, {
      rows: limit,
      bytes: Math.min(most.viewBytes, bytesLeft),
    });
    bytesLeft -= JSON.stringify(table.rows).length;
    return table;
  }
}

async function previewTable(
  service: Service,
  whole: ResolvedTable,
  bounds: { rows: number; bytes: number },
): Promise<PreviewTable> {
  const columns = whole.columns.slice(0, most.columns);
  const totals = whole.totals.filter(({ column }) => columns.includes(column));
  const view = { ...whole, columns };
  const { rows, count } = await firstRowsOfView(service.data, view, {
    ...bounds,
    characters: most.characters,
  });
  const found = await totalsOfView(service.data, whole, totals);
  const annotations = new CellAnnotations(whole.annotations);
  const shown = columns.map((column) => new ShownColumn(column, annotations));
  return {
    kind: 'table',
    title: whole.title,
    showHeader: whole.showHeader,
    columns: columns.map(({ name, type, masked }) => ({ name, type, masked })),
    columnCount: whole.columns.length,
    rows: rows.map(({ id, cells }) =>
      shown.map((column, i) => column.cell(id, cells[i] ?? null, most.characters)),
    ),
    rowCount: count,
    totals: totalRows(totals).map(({ fn, totals: row }) => ({
      fn,
      cells: columns.map((column, i) => {
        const total = row.find((one) => one.column === column);
        return total ? (shown[i]?.total(fn, found[totals.indexOf(total)] ?? null) ?? null) : null;
      }),
    })),
  };
}
