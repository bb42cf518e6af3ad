import { renameFirst, unknownColumns, withDistinctNames } from './columns.js';
import { bindRecursion } from './recursion.js';
import { allInputs, type QueryResult, type Scope, withCte } from './scope.js';
import { bindSelect } from './select.js';
import { bindSetOperation } from './set-operation.js';
import { type Node, nameKey, nodes, texts } from './tree.js';

/** The result of a whole statement or of a subquery, whose names are looked up outward from a scope. */
export function bindStatement(statement: Node, outer: Scope): QueryResult {
  return bindQuery(statement.node as Node, outer);
}

export function bindQuery(node: Node, outer: Scope): QueryResult {
  const scope = withCtesOf(node, outer);
  switch (node.type) {
    case 'SELECT_NODE':
      return bindSelect(node, scope);
    case 'SET_OPERATION_NODE':
      return bindSetOperation(node, scope);
    case 'RECURSIVE_CTE_NODE':
      return bindRecursion(node, scope);
    default:
      return { columns: unknownColumns(allInputs(outer)), influences: allInputs(outer) };
  }
}

/** Each can use those before it; a name not yet defined is a table, or a CTE further out. */
function withCtesOf(node: Node, outer: Scope): Scope {
  const entries = nodes(node.cte_map).flatMap(({ map }) => nodes(map));
  return entries.reduce((scope, { key, value }) => {
    const cte = value as Node;
    const { columns, influences } = bindStatement(cte.query as Node, scope);
    const named = withDistinctNames(renameFirst(columns, texts(cte.aliases)));
    return withCte(scope, nameKey(key), { columns: named, influences });
  }, outer);
}
