import type { ColumnLink, Lineage, LineageNode } from '../../features/lineage/read-lineage.js';
import { freshnessBody } from './tables.js';

export function lineageBody({ nodes, links, columnLinks }: Lineage, columns: boolean) {
  return {
    nodes: nodes.map((node) => nodeBody(node, columns)),
    edges: links,
    column_edges: columnLinks.map(({ from, to, exact }) => ({ from: place(from), to: place(to), exact })),
  };
}

function nodeBody({ id, kind, name, table }: LineageNode, columns: boolean) {
  return {
    id,
    kind,
    name,
    ...(table && { state: table.row.state, freshness: freshnessBody(table.row) }),
    ...(table && columns && { columns: table.columns.map((column) => column.name) }),
  };
}

function place({ tableId, column }: ColumnLink['from']) {
  return { table: tableId, column };
}
