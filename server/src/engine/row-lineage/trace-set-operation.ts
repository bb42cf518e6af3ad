import type { Node } from '../lineage/tree.js';
import { allOf, call, columnRef, equal, integer, named, select, star, subquery } from './build-nodes.js';
import { collectEqual } from './collect-rows.js';
import { traceQuery } from './trace-query.js';
import { type Tracing, Untraceable } from './tracing.js';

export function traceSetOperation(node: Node, tracing: Tracing, rows: string): Node {
  switch (node.setop_type) {
    case 'UNION':
      return node.setop_all ? stackSides(node, tracing, rows) : traceUnion(node, tracing, rows);
    case 'UNION_BY_NAME':
      return traceUnion(node, tracing, rows);
    case 'INTERSECT':
    case 'EXCEPT':
      return traceComparison(node, tracing, rows);
    default:
      throw new Untraceable();
  }
}

/** All rows of both sides, whichever of them would remain. */
function stackSides(node: Node, tracing: Tracing, rows: string): Node {
  const left = traceQuery(node.left as Node, tracing, rows);
  const right = traceQuery(node.right as Node, tracing, rows);
  return { ...node, setop_all: true, left, right };
}

function traceUnion(node: Node, tracing: Tracing, rows: string): Node {
  const column = tracing.freshName();
  const { modifiers } = node;
  const both = { ...stackSides(node, tracing, column), modifiers: [] };
  if (!node.setop_all) return collectEqual(both, column, rows, { modifiers });
  // By name, columns that only the right side has come after the added one.
  return select([star([column]), named(columnRef(column), rows)], subquery(both, ''), { modifiers });
}

const LEFT = 1;
const RIGHT = 2;

/**
 * Rows that both sides have, or only the left one: determined by the sides that a group of equal rows comes
 * from.
 */
function traceComparison(node: Node, tracing: Tracing, rows: string): Node {
  // Which of several equal rows remain is unpredictable.
  if (node.setop_all) throw new Untraceable();
  const column = tracing.freshName();
  const hidden = tracing.freshName();
  const sideOf = (query: unknown, side: number): Node =>
    select([star(), named(integer(side), hidden)], subquery(traceQuery(query as Node, tracing, column), ''));
  const both = {
    ...{ ...node, setop_type: 'UNION', setop_all: true, modifiers: [] },
    ...{ left: sideOf(node.left, LEFT), right: sideOf(node.right, RIGHT) },
  };
  const last = node.setop_type === 'INTERSECT' ? RIGHT : LEFT;
  const having = allOf([
    equal(call('min', [columnRef(hidden)]), integer(LEFT)),
    equal(call('max', [columnRef(hidden)]), integer(last)),
  ]);
  return collectEqual(both, column, rows, { modifiers: node.modifiers, hidden, having });
}
