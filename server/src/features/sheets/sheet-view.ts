import type { SheetRecord } from '../../catalog/sheet-records.js';
import type { SheetBlock, TableViewBlock } from '../../core/sheet-blocks.js';
import { isReadable } from '../../workbook/governance/governed-tables.js';
import { deletedChartNote, deletedTableNote, withheldRows } from './resolve-sheet.js';
import type { Referents } from './sheet-referents.js';
import { type VisibleView, visibleView } from './visible-view.js';

/** A block with the names that its caller may know. */
export type NamedBlock =
  | Exclude<SheetBlock, TableViewBlock | { kind: 'chart' }>
  | { kind: 'chart'; chart: string }
  | NamedView;

interface NamedView extends Pick<TableViewBlock, 'kind' | 'title' | 'limit' | 'showHeader'> {
  table: string;
  columns: string[] | null;
  filter: VisibleView['filter'];
  /** As `column` or `-column`. */
  orderBy: string[];
  totals: { column: string; fn: VisibleView['totals'][number]['fn'] }[];
}

export interface SheetView extends Omit<SheetRecord, 'blocks'> {
  blocks: NamedBlock[];
  problems: { block: number; message: string }[];
}

/** A sheet as its caller may see it, and what is wrong with it. */
export function viewSheet({ blocks, ...record }: SheetRecord, referents: Referents): SheetView {
  const seen = blocks.map((block) => seeBlock(block, referents));
  return {
    ...record,
    blocks: seen.map(({ block }) => block),
    problems: seen.flatMap(({ problems }, block) => problems.map((message) => ({ block, message }))),
  };
}

interface Seen {
  block: NamedBlock;
  problems: string[];
}

function seeBlock(block: SheetBlock, referents: Referents): Seen {
  if (block.kind === 'table_view') return seeView(block, referents);
  if (block.kind !== 'chart') return { block, problems: [] };
  const chart = referents.charts.get(block.chart.id);
  return {
    block: { kind: 'chart', chart: (chart ?? block.chart).name },
    problems: chart ? (chart.fault === null ? [] : [chart.fault]) : [deletedChartNote(block.chart)],
  };
}

function seeView(block: TableViewBlock, { tables, isGoverned }: Referents): Seen {
  const { kind, title, limit, showHeader } = block;
  const table = tables.get(block.table.id);
  const named = { kind, table: (table?.record ?? block.table).name, title, limit, showHeader };
  if (!table)
    return {
      block: { ...named, columns: null, filter: null, orderBy: [], totals: [] },
      problems: [deletedTableNote(block.table)],
    };
  const { columns, filter, orderBy, totals, problems, obstacle } = visibleView(block, table, isGoverned);
  const isWithheld = !isReadable(table);
  return {
    block: {
      ...named,
      columns: columns?.map(({ name }) => name) ?? null,
      // What a filter compares with may be a value of the rows.
      filter: isWithheld ? null : filter,
      orderBy: orderBy.map(({ name, descending }) => (descending ? `-${name}` : name)),
      totals: totals.map(({ column, fn }) => ({ column: column.name, fn })),
    },
    problems: [
      ...(isWithheld ? [withheldRows(table.record.name)] : []),
      ...problems,
      ...(obstacle === null ? [] : [obstacle]),
    ],
  };
}
