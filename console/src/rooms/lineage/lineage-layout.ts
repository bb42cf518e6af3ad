import dagre from '@dagrejs/dagre';
import type { Lineage } from '@workbook-data-service/client/api';

export type LineageNode = Lineage['nodes'][number];

const WIDTH = 190;
const HEIGHT = 46;
const COLUMN_HEIGHT = 22;

interface PlacedNode {
  node: LineageNode;
  x: number;
  y: number;
  width: number;
  height: number;
}

const heightOf = ({ columns = [] }: LineageNode): number => HEIGHT + columns.length * COLUMN_HEIGHT;

/** Places the nodes from left to right, in the direction in which the data flows. */
export function placeNodes({ nodes, edges }: Pick<Lineage, 'nodes' | 'edges'>): PlacedNode[] {
  const graph = new dagre.graphlib.Graph().setDefaultEdgeLabel(() => ({}));
  graph.setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 32 });
  for (const node of nodes) graph.setNode(node.id, { width: WIDTH, height: heightOf(node) });
  for (const { from, to } of edges) graph.setEdge(from, to);
  dagre.layout(graph);
  return nodes.map((node) => {
    const { x, y } = graph.node(node.id);
    const height = heightOf(node);
    return { node, x: x - WIDTH / 2, y: y - height / 2, width: WIDTH, height };
  });
}

const MARGIN = 24;
/** Not so small that names cannot be read; the rest is a drag away. */
const MIN_ZOOM = 0.65;

interface Room {
  width: number;
  height: number;
}

/** What is in view at first: everything if it can be read then, else where the data comes from. */
export function firstView(placed: readonly PlacedNode[], room: Room): { x: number; y: number; zoom: number } {
  const width = Math.max(1, ...placed.map((one) => one.x + one.width));
  const height = Math.max(1, ...placed.map((one) => one.y + one.height));
  const fitting = Math.min((room.width - 2 * MARGIN) / width, (room.height - 2 * MARGIN) / height);
  const zoom = Math.min(1, Math.max(MIN_ZOOM, fitting));
  return {
    x: Math.max(MARGIN, (room.width - width * zoom) / 2),
    y: Math.max(MARGIN, (room.height - height * zoom) / 2),
    zoom,
  };
}

/** Ids of what a change has to pass to make everything current again: stale tables and the transforms before them. */
export function stalePath({ nodes, edges }: Pick<Lineage, 'nodes' | 'edges'>): Set<string> {
  const path = new Set(nodes.filter(({ freshness }) => freshness?.stale).map(({ id }) => id));
  const transforms = new Set(nodes.filter(({ kind }) => kind === 'transform').map(({ id }) => id));
  for (const { from, to } of edges) if (path.has(to) && transforms.has(from)) path.add(from);
  return path;
}

/** What the node is made of and what is made of it, all the way, and the node itself. */
export function relativesOf(edges: Lineage['edges'], id: string): Set<string> {
  const found = new Set([id]);
  for (const [start, end] of [
    ['from', 'to'],
    ['to', 'from'],
  ] as const) {
    const waiting = [id];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const edge of edges)
        if (edge[start] === next && !found.has(edge[end])) {
          found.add(edge[end]);
          waiting.push(edge[end]);
        }
  }
  return found;
}
