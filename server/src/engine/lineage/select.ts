import { type Columns, columnAt, everyColumn } from './columns.js';
import { type Dependence, nothing, together } from './dependence.js';
import { dependenceOf, fieldDependence } from './expression.js';
import { bindFrom } from './from-clause.js';
import { modifierInfluences, outputPosition } from './modifiers.js';
import { emptyFrom, innerScope, type QueryResult, type Scope } from './scope.js';
import { bindItem, type Item } from './select-item.js';
import { type Node, nameKey, nodes } from './tree.js';

export function bindSelect(node: Node, outer: Scope): QueryResult {
  const from = bindFrom(node.from_table as Node, outer);
  const aliases = new Map<string, Dependence>();
  const scope = innerScope(outer, { from, aliases });
  const items = nodes(node.select_list).map((expression) => {
    const item = bindItem(expression, scope);
    // Everything later, also WHERE, may use the alias: hence the one map that grows.
    const alias = nameKey(expression.alias);
    if (alias !== '') aliases.set(alias, everyColumn(item.columns));
    return item;
  });
  const columns = items.flatMap((item) => item.columns);
  return {
    columns,
    influences: together([
      from.influences,
      ...items.map((item) => item.rowCount),
      fieldDependence(node.where_clause, scope),
      grouping(node, items, columns, scope),
      having(node, scope),
      fieldDependence(node.qualify, scope),
      modifierInfluences(node, columns, scope),
    ]),
  };
}

function grouping(node: Node, items: readonly Item[], columns: Columns, scope: Scope): Dependence {
  // GROUP BY ALL.
  if (node.aggregate_handling === 'FORCE_AGGREGATES') {
    return together(items.filter((item) => !item.aggregates).map((item) => everyColumn(item.columns)));
  }
  return together(
    nodes(node.group_expressions).map((expression) => {
      const position = outputPosition(expression);
      return position === undefined ? dependenceOf(expression, scope) : columnAt(columns, position);
    }),
  );
}

/** Whether a name is a column or an alias here depends on what is grouped: it counts as both. */
function having(node: Node, scope: Scope): Dependence {
  if (nodes(node.having).length === 0) return nothing;
  const aliasesFirst: Scope = { ...scope, from: emptyFrom, outer: scope };
  return together([fieldDependence(node.having, scope), fieldDependence(node.having, aliasesFirst)]);
}
