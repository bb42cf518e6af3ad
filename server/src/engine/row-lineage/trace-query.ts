import { type Node, nameKey, nodes } from '../lineage/tree.js';
import { noCtes } from './build-nodes.js';
import { traceSelect } from './trace-select.js';
import { traceSetOperation } from './trace-set-operation.js';
import { type TracedCte, type Tracing, Untraceable } from './tracing.js';

/** The query with an added last column of this name: the source rows of each of its rows. */
export function traceQuery(node: Node, outer: Tracing, rows: string): Node {
  const { tracing, entries } = traceCtes(node, outer);
  const bare = { ...node, cte_map: noCtes };
  const traced = tracedBody(bare, tracing, rows);
  return { ...traced, cte_map: { map: entries } };
}

function tracedBody(node: Node, tracing: Tracing, rows: string): Node {
  switch (node.type) {
    case 'SELECT_NODE':
      return traceSelect(node, tracing, rows);
    case 'SET_OPERATION_NODE':
      return traceSetOperation(node, tracing, rows);
    default:
      throw new Untraceable();
  }
}

/** Each exists twice, unchanged and traced: subqueries in expressions stay unchanged, and read the former. */
function traceCtes(node: Node, outer: Tracing): { tracing: Tracing; entries: Node[] } {
  let tracing = outer;
  const entries = nodes(node.cte_map)
    .flatMap(({ map }) => nodes(map))
    .flatMap((entry) => {
      const cte = entry.value as Node;
      const second = { name: outer.freshName(), rows: outer.freshName() };
      const query = tracedCte(cte, tracing, second);
      const ctes = new Map(tracing.ctes).set(nameKey(entry.key), query && second);
      tracing = { ...tracing, ctes };
      // The traced one comes first: in it, too, a table of the same name is still that table.
      return query ? [{ key: second.name, value: { ...cte, query } }, entry] : [entry];
    });
  return { tracing, entries };
}

function tracedCte(cte: Node, tracing: Tracing, { rows }: TracedCte): Node | undefined {
  const statement = cte.query as Node;
  try {
    return { ...statement, node: traceQuery(statement.node as Node, tracing, rows) };
  } catch (error) {
    if (error instanceof Untraceable) return undefined;
    throw error;
  }
}
