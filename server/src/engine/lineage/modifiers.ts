import { type Columns, columnAt, everyColumn } from './columns.js';
import { type Dependence, together } from './dependence.js';
import { dependenceOf, fieldDependence } from './expression.js';
import type { Scope } from './scope.js';
import { literal, type Node, nameKey, nodes, texts } from './tree.js';

/** What DISTINCT, ORDER BY and LIMIT of a query depend on. */
export function modifierInfluences(query: Node, outputs: Columns, scope: Scope): Dependence {
  return together(
    nodes(query.modifiers).map((modifier) => {
      switch (modifier.type) {
        case 'ORDER_MODIFIER':
          return targets(
            nodes(modifier.orders).flatMap(({ expression }) => nodes(expression)),
            outputs,
            scope,
          );
        case 'DISTINCT_MODIFIER': {
          const on = nodes(modifier.distinct_on_targets);
          return on.length > 0 ? targets(on, outputs, scope) : everyColumn(outputs);
        }
        default:
          return together([fieldDependence(modifier.limit, scope), fieldDependence(modifier.offset, scope)]);
      }
    }),
  );
}

function targets(expressions: readonly Node[], outputs: Columns, scope: Scope): Dependence {
  return together(expressions.map((expression) => target(expression, outputs, scope)));
}

/** Here, and only here, a lone name is first a column of the result. */
function target(expression: Node, outputs: Columns, scope: Scope): Dependence {
  const position = outputPosition(expression);
  if (position !== undefined) return columnAt(outputs, position);
  const isAll = expression.class === 'STAR' && nodes(expression.expr).length === 0;
  if (isAll) return everyColumn(outputs);
  const named = outputs.filter(({ key }) => key !== undefined && key === loneName(expression));
  return named.length > 0 ? everyColumn(named) : dependenceOf(expression, scope);
}

/** `order by 2`, `order by #2`. */
export function outputPosition(expression: Node): number | undefined {
  if (expression.class === 'POSITIONAL_REFERENCE') return Number(expression.index);
  const value = literal(expression);
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}

function loneName(expression: Node): string | undefined {
  const path = expression.class === 'COLUMN_REF' ? texts(expression.column_names) : [];
  return path.length === 1 ? nameKey(path[0]) : undefined;
}
