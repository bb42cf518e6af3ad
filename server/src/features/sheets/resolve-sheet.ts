import type { SheetRecord } from '../../catalog/sheet-records.js';
import type { Reference, SheetBlock, TableViewBlock } from '../../core/sheet-blocks.js';
import { isReadable, type ReadableTable } from '../../workbook/governance/governed-tables.js';
import { type Annotation, readAnnotations } from '../../workbook/reading/annotations.js';
import type { TableView } from '../../workbook/reading/table-view.js';
import type { PageViewer } from '../charts/page-viewer.js';
import type { Service } from '../service.js';
import { type Referents, referentsOf } from './sheet-referents.js';
import { type VisibleTotal, visibleView } from './visible-view.js';

/** A view of a table that can be read; its columns are those that the caller may see, masked ones among them. */
export interface ResolvedTable extends TableView {
  kind: 'table';
  title: string | null;
  totals: VisibleTotal[];
  showHeader: boolean;
  /** Those of the whole table that the caller may see. */
  annotations: Annotation[];
}

/** A block as it is rendered for one caller. */
export type ResolvedBlock =
  | { kind: 'heading'; text: string; level: 1 | 2 | 3 }
  | { kind: 'text'; text: string }
  | { kind: 'spacer'; rows: number }
  /** Stands in for what was deleted or cannot be shown. */
  | { kind: 'note'; text: string }
  | ResolvedTable
  | { kind: 'chart'; chart: Reference };

/** The blocks of a sheet as the caller may see them, for every format in which a sheet is rendered. */
export async function resolveSheet(
  service: Service,
  caller: PageViewer,
  { workbook_id, blocks }: SheetRecord,
): Promise<ResolvedBlock[]> {
  const referents = await referentsOf(service, caller, workbook_id, blocks);
  return (await resolveBlocks(service, blocks, referents)).flat();
}

/** What each block shows. */
export async function resolveBlocks(
  service: Service,
  blocks: readonly SheetBlock[],
  referents: Referents,
): Promise<ResolvedBlock[][]> {
  const annotations = new Map<string, Annotation[]>();
  for (const table of referents.tables.values())
    if (isReadable(table)) annotations.set(table.record.id, await readAnnotations(service.catalog.db, table));
  return blocks.map((block) => resolveBlock(block, referents, annotations));
}

function resolveBlock(
  block: SheetBlock,
  referents: Referents,
  annotations: ReadonlyMap<string, Annotation[]>,
): ResolvedBlock[] {
  if (block.kind === 'chart') {
    const chart = referents.charts.get(block.chart.id);
    return [chart ? { kind: 'chart', chart } : note(deletedChartNote(block.chart))];
  }
  return block.kind === 'table_view' ? resolveView(block, referents, annotations) : [block];
}

function resolveView(
  block: TableViewBlock,
  { tables, isGoverned }: Referents,
  annotations: ReadonlyMap<string, Annotation[]>,
): ResolvedBlock[] {
  const table = tables.get(block.table.id);
  if (!table) return [note(deletedTableNote(block.table))];
  if (!isReadable(table)) return [note(withheldRows(table.record.name))];
  const { columns, filter, orderBy, totals, problems, obstacle } = visibleView(block, table, isGoverned);
  if (obstacle !== null) return [note(obstacle)];
  const view: ResolvedTable = {
    kind: 'table',
    title: block.title,
    table,
    columns: columns ?? table.columns,
    filter,
    orderBy,
    limit: block.limit,
    totals,
    showHeader: block.showHeader,
    annotations: annotations.get(table.record.id) ?? [],
  };
  return [view, ...problems.map(note)];
}

const note = (text: string): ResolvedBlock => ({ kind: 'note', text });

export const deletedTableNote = ({ name }: Reference) => `The table "${name}" is gone.`;
export const deletedChartNote = ({ name }: Reference) => `The chart "${name}" is gone.`;
export const withheldRows = (name: string) =>
  `The rows of "${name}" are not shown: they follow from columns that you may not see.`;

/** The title over the report; null if its first block is one. */
export function titleOf({ name, title, blocks: [first] }: Pick<SheetRecord, 'name' | 'title' | 'blocks'>) {
  const heading = first?.kind === 'heading' ? first.text : null;
  return title === heading ? null : (title ?? (heading === null ? name : null));
}

/** The tables whose rows are shown. */
export function tablesShown(blocks: readonly ResolvedBlock[]): ReadableTable[] {
  return [...new Set(blocks.flatMap((block) => (block.kind === 'table' ? [block.table] : [])))];
}
