import { columnAt, everyColumn } from './columns.js';
import { computed, type Dependence, inOtherRows, nothing, together } from './dependence.js';
import { bindStatement } from './query.js';
import { resolveColumn } from './resolve-column.js';
import { type Scope, spend } from './scope.js';
import { starColumns } from './star.js';
import { type Node, nameKey, nodes, subexpressions, texts } from './tree.js';

/** The functions whose second argument may be a lambda; elsewhere `a -> b` reads JSON. */
const lambdaFunctions = new Set([
  ...['apply', 'list_apply', 'array_apply', 'list_transform', 'array_transform'],
  ...['filter', 'list_filter', 'array_filter', 'reduce', 'list_reduce', 'array_reduce'],
]);

/** Their result is of the kind of their first argument: a sum of amounts is an amount. */
const sameKindFunctions = new Set([
  ...['sum', 'avg', 'mean', 'median', 'min', 'max', 'any_value', 'first', 'last', 'mode'],
  ...['abs', 'round', 'floor', 'ceil', 'ceiling', 'trunc'],
]);

/** What the value of an expression is computed from. */
export function dependenceOf(expression: Node, scope: Scope): Dependence {
  spend(scope, 1);
  switch (expression.class) {
    case 'COLUMN_REF':
      return resolveColumn(texts(expression.column_names).map(nameKey), scope);
    case 'POSITIONAL_REFERENCE':
      return columnAt(scope.from.visible, Number(expression.index));
    case 'STAR':
      return scope.repeated?.from ?? everyColumn(starColumns(expression, scope));
    case 'OPERATOR':
      // `*COLUMNS(…)` is all of them at once, even if the expression is repeated for another COLUMNS.
      return expression.type === 'OPERATOR_UNPACK'
        ? combinedDependence(subexpressions(expression), { ...scope, repeated: undefined })
        : combinedDependence(subexpressions(expression), scope);
    case 'CAST':
      return together(subexpressions(expression).map((one) => dependenceOf(one, scope)));
    case 'SUBQUERY':
      return inOtherRows(subqueryDependence(expression, scope));
    case 'WINDOW':
      return inOtherRows(combinedDependence(subexpressions(expression), scope));
    case 'FUNCTION':
      return functionDependence(expression, scope);
    default:
      return combinedDependence(subexpressions(expression), scope);
  }
}

/** For a field with one expression, several or none. */
export function fieldDependence(field: unknown, scope: Scope): Dependence {
  return combinedDependence(nodes(field), scope);
}

function combinedDependence(expressions: readonly Node[], scope: Scope): Dependence {
  return computed(together(expressions.map((one) => dependenceOf(one, scope))));
}

/** The value depends on which rows there are, so the influences of a subquery are sources here. */
function subqueryDependence(expression: Node, scope: Scope): Dependence {
  const { columns, influences } = bindStatement(expression.subquery as Node, scope);
  const asksForRowsOnly = /EXISTS/.test(String(expression.subquery_type));
  return computed(
    together([
      fieldDependence(expression.child, scope),
      asksForRowsOnly ? nothing : everyColumn(columns),
      influences,
    ]),
  );
}

function functionDependence(call: Node, scope: Scope): Dependence {
  const takesLambda = lambdaFunctions.has(nameKey(call.function_name));
  const lambda = takesLambda ? nodes(call.children)[1] : undefined;
  const expressions = subexpressions(call);
  const parts = expressions.map((part) =>
    part === lambda ? lambdaDependence(part, scope) : dependenceOf(part, scope),
  );
  const all = together([receiver(call, scope), ...parts]);
  if (!sameKindFunctions.has(nameKey(call.function_name))) return computed(all);
  const [argument] = nodes(call.children);
  return { ...all, kindOf: argument && parts[expressions.indexOf(argument)]?.kindOf };
}

/** `column.upper()` is parsed as the function `upper` of a schema `column`. */
function receiver({ catalog, schema }: Node, scope: Scope): Dependence {
  const path = [nameKey(catalog), nameKey(schema)].filter((name) => name !== '');
  const isSchema = path.length === 0 || (path.length === 1 && path[0] === 'main');
  return isSchema ? nothing : resolveColumn(path, scope);
}

function lambdaDependence(argument: Node, scope: Scope): Dependence {
  const names = argument.class === 'LAMBDA' ? parameterNames(argument) : undefined;
  if (!names) return dependenceOf(argument, scope);
  const parameters = new Set([...scope.parameters, ...names]);
  return fieldDependence(argument.expr, { ...scope, parameters });
}

/** Several are written as a row: (a, b) -> … Undefined if these are not names. */
function parameterNames(lambda: Node): string[] | undefined {
  const [left] = nodes(lambda.lhs);
  const written = nameKey(left?.function_name) === 'row' ? nodes(left?.children) : nodes(left);
  const paths = written.map(({ column_names }) => texts(column_names));
  return paths.every(({ length }) => length === 1) ? paths.flat().map(nameKey) : undefined;
}
