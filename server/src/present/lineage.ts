import type { Lineage, LineageNode } from '../features/lineage/read-lineage.js';
import { freshnessBody } from './tables.js';

export function lineageBody({ nodes, links, columnLinks }: Lineage, columns: boolean) {
  return {
    nodes: nodes.map((node) => nodeBody(node, columns)),
    edges: links,
    column_edges: columnLinks.map(({ kind, from, to, exact }) => ({
      kind,
      from: place(from),
      to: place(to),
      exact,
    })),
  };
}

function nodeBody({ id, kind, name, table }: LineageNode, columns: boolean) {
  return {
    id,
    kind,
    name,
    ...(table && { state: table.record.state, freshness: freshnessBody(table.record) }),
    ...(table && columns && { columns: table.columns.map((column) => column.name) }),
  };
}

function place<Column>({ tableId, column }: { tableId: string; column: Column }) {
  return { table: tableId, column };
}
