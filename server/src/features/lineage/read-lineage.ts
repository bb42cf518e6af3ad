import { chartsOf } from '../../catalog/chart-records.js';
import type { Db } from '../../catalog/db.js';
import { type LineageEdge, lineageAt, ROWS } from '../../catalog/lineage.js';
import { rawLinksOf } from '../../catalog/raw-columns.js';
import { sheetsOf } from '../../catalog/sheet-records.js';
import { transformsOf } from '../../catalog/transforms.js';
import { chartsIn, tablesIn } from '../../core/sheet-blocks.js';
import { type Dependency, downstreamOf, upstreamOf } from '../../core/table-graph.js';
import { TimeSlices } from '../../core/time-slices.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

export interface LineageNode {
  id: string;
  kind: 'source' | 'raw_table' | 'table' | 'transform' | 'chart' | 'sheet';
  name: string;
  /** For tables: the part that is visible to the caller. */
  table?: GovernedTable;
}

/** `to` is made from `from`; both are ids of nodes. */
type LineageLink = Dependency;

interface ColumnLink {
  /** `influence`: the column decides which rows there are, and no column of `to` shows it. */
  kind: 'value' | 'influence';
  from: { tableId: string; column: string };
  /** The column is null if the link leads to the rows as a whole. */
  to: { tableId: string; column: string | null };
  exact: boolean;
}

export interface Lineage {
  nodes: LineageNode[];
  links: LineageLink[];
  columnLinks: ColumnLink[];
}

/** The lineage from files through tables and transforms to charts and sheets: of the whole workbook, or upstream and downstream of one table. */
export async function readLineage(
  service: Service,
  caller: Caller,
  workbookId: string,
  options: { table?: string | undefined; columns: boolean },
): Promise<Lineage> {
  const { db } = service.catalog;
  const tables = await service.data.as(caller).tables(workbookId);
  const whole = await wholeGraph(db, workbookId, tables);
  const { nodes, links } =
    options.table === undefined
      ? whole
      : around(whole, (await service.data.as(caller).describe(workbookId, options.table)).record.id);
  const shown = nodes.flatMap(({ table }) => table ?? []);
  return { nodes, links, columnLinks: options.columns ? await columnLinks(db, shown) : [] };
}

async function wholeGraph(
  db: Db,
  workbookId: string,
  tables: GovernedTable[],
): Promise<Pick<Lineage, 'nodes' | 'links'>> {
  const sources = await db
    .selectFrom('sources')
    .select(['id', 'name'])
    .where('workbook_id', '=', workbookId)
    .orderBy('id')
    .execute();
  const structured = await db
    .selectFrom('structured_tables')
    .innerJoin('tables', 'tables.id', 'structured_tables.table_id')
    .select(['structured_tables.table_id', 'structured_tables.raw_table_id'])
    .where('tables.workbook_id', '=', workbookId)
    .execute();
  const transforms = await transformsOf(db, workbookId);
  const outputs = await outputGraph(db, workbookId, new Set(tables.map(({ record }) => record.id)));
  const rawOf = new Map(structured.map(({ table_id, raw_table_id }) => [table_id, raw_table_id]));
  const rawTables = new Set(rawOf.values());
  return {
    nodes: [
      ...sources.map(({ id, name }): LineageNode => ({ id, kind: 'source', name })),
      ...tables.map((table): LineageNode => {
        const { id, name } = table.record;
        return { id, kind: rawTables.has(id) ? 'raw_table' : 'table', name, table };
      }),
      ...transforms.map(({ id, name }): LineageNode => ({ id, kind: 'transform', name })),
      ...outputs.nodes,
    ],
    links: [
      ...tables.flatMap(({ record }) => {
        const from = rawOf.get(record.id) ?? record.source_id;
        return from === null ? [] : [{ from, to: record.id }];
      }),
      ...transforms.flatMap(({ id, args, output_table_id }) => [
        ...[...new Set(Object.values(JSON.parse(args) as Record<string, string>))].map((from) => ({
          from,
          to: id,
        })),
        { from: id, to: output_table_id },
      ]),
      ...outputs.links,
    ],
  };
}

/** Charts of tables, and sheets of tables and charts; their referents may have been deleted. */
async function outputGraph(
  db: Db,
  workbookId: string,
  tableIds: ReadonlySet<string>,
): Promise<Pick<Lineage, 'nodes' | 'links'>> {
  const [charts, sheets] = [await chartsOf(db, workbookId), await sheetsOf(db, workbookId)];
  const present = new Set([...tableIds, ...charts.map(({ id }) => id)]);
  const links = [
    ...charts.map(({ id, table_id }) => ({ from: table_id, to: id })),
    ...sheets.flatMap(({ id, blocks }) =>
      [...tablesIn(blocks), ...chartsIn(blocks)].map((from) => ({ from, to: id })),
    ),
  ];
  return {
    nodes: [
      ...charts.map(({ id, name }): LineageNode => ({ id, kind: 'chart', name })),
      ...sheets.map(({ id, name }): LineageNode => ({ id, kind: 'sheet', name })),
    ],
    links: links.filter(({ from }) => present.has(from)),
  };
}

/** The part of the graph upstream and downstream of a node. */
function around(
  { nodes, links }: Pick<Lineage, 'nodes' | 'links'>,
  id: string,
): Pick<Lineage, 'nodes' | 'links'> {
  const near = new Set([id, ...upstreamOf([id], links), ...downstreamOf([id], links)]);
  return {
    nodes: nodes.filter((node) => near.has(node.id)),
    links: links.filter(({ from, to }) => near.has(from) && near.has(to)),
  };
}

/** Links between columns visible to the caller; a denied column is left out, also as an origin. */
async function columnLinks(db: Db, tables: GovernedTable[]): Promise<ColumnLink[]> {
  const names = new Map(
    tables.map(({ record, columns }) => [record.id, new Map(columns.map(({ id, name }) => [id, name]))]),
  );
  const links: ColumnLink[] = [];
  const slices = new TimeSlices();
  for (const { record, version } of tables) {
    if (slices.isOver) await slices.next();
    const edges = [...(await lineageAt(db, record.id, version)), ...(await rawEdges(db, record.id))];
    for (const { columnId, inputTableId, inputColumnId, exact } of edges) {
      const kind = columnId === ROWS ? 'influence' : 'value';
      const column = columnId === ROWS ? null : names.get(record.id)?.get(columnId);
      const origin = names.get(inputTableId)?.get(inputColumnId);
      if (column === undefined || origin === undefined) continue;
      links.push({
        kind,
        from: { tableId: inputTableId, column: origin },
        to: { tableId: record.id, column },
        exact,
      });
    }
  }
  return links;
}

/** Edges from a raw table to a table that was structured from it. */
async function rawEdges(db: Db, tableId: string): Promise<LineageEdge[]> {
  const links = (await rawLinksOf(db, [tableId])).filter((link) => link.tableId === tableId);
  return links.map(({ columnId, rawTableId, rawColumnId }) => ({
    columnId,
    inputTableId: rawTableId,
    inputColumnId: rawColumnId,
    exact: true,
  }));
}
