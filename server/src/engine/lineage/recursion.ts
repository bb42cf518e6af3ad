import { everyColumn, renameFirst, withDistinctNames } from './columns.js';
import { type Dependence, nothing, together } from './dependence.js';
import { bindQuery } from './query.js';
import { type QueryResult, type Scope, withCte } from './scope.js';
import { stacked } from './set-operation.js';
import { type Node, nameKey, nodes, texts } from './tree.js';

/** A recursive CTE reads itself in its second half: repeated until a round finds no new source. */
export function bindRecursion(node: Node, scope: Scope): QueryResult {
  const first = bindQuery(node.left as Node, scope);
  const named = (result: QueryResult): QueryResult => ({
    ...result,
    columns: withDistinctNames(renameFirst(result.columns, texts(node.aliases))),
  });
  let result = named(first);
  for (;;) {
    const again = bindQuery(node.right as Node, withCte(scope, nameKey(node.cte_name), result));
    const next = named({
      columns: stacked(result.columns, again.columns),
      influences: together([result.influences, again.influences, deduplication(node, again)]),
    });
    if (weight(next) === weight(result)) return next;
    result = next;
  }
}

/** UNION without ALL, and USING KEY, compare rows with the existing ones. */
function deduplication(node: Node, { columns }: QueryResult): Dependence {
  const compares = !node.union_all || nodes(node.key_targets).length > 0;
  return compares ? everyColumn(columns) : nothing;
}

/** It grows with every source found, and with every part that turns out to be unknown. */
function weight({ columns, influences }: QueryResult): string {
  const parts = [...columns.map(({ from }) => from), influences];
  return parts.map(({ sources, exact }) => `${sources.size}${exact ? '' : '?'}`).join();
}
