import { allowedAggregates } from '../guard/functions.js';
import { type Columns, column, hasMany, unknownColumns } from './columns.js';
import { type Dependence, together } from './dependence.js';
import { dependenceOf } from './expression.js';
import type { Scope } from './scope.js';
import { starColumns } from './star.js';
import { contains, type Node, nameKey, subexpressions, texts } from './tree.js';

/** One expression of a select list, which may stand for several columns. */
export interface Item {
  readonly columns: Columns;
  /** What decides how many rows it makes from one: the lists that it unnests. */
  readonly rowCount: Dependence;
  readonly aggregates: boolean;
}

export function bindItem(expression: Node, scope: Scope): Item {
  return {
    columns: itemColumns(expression, scope),
    rowCount: together(unnestings(expression).map((call) => dependenceOf(call, scope))),
    aggregates: contains(expression, isAggregate),
  };
}

function itemColumns(expression: Node, scope: Scope): Columns {
  if (expression.class === 'STAR' && !expression.alias) return starColumns(expression, scope);
  const star = repeatingStar(expression);
  if (star) return repeatedItem(expression, star, scope);
  const only = column(outputName(expression, scope), dependenceOf(expression, scope));
  // An unnested list is one column; a struct is one per field, and types are unknown here.
  return [isCallOf(expression, 'unnest') ? { ...only, many: true } : only];
}

/** An expression around COLUMNS(…) is repeated for each of its columns, and named like them. */
function repeatedItem(expression: Node, star: Node, scope: Scope): Columns {
  // Without COLUMNS, as in `* like 'a%'`, the names of the columns are the operand.
  const columns = star.columns ? starColumns(star, scope) : [];
  if (columns.length === 0 || hasMany(columns)) return unknownColumns(dependenceOf(expression, scope));
  const alias = String(expression.alias ?? '');
  return columns.map((repeated) =>
    column(alias === '' ? repeated.name : patterned(alias), dependenceOf(expression, { ...scope, repeated })),
  );
}

/** In the alias of COLUMNS, `\1` is the match of its pattern. */
function patterned(alias: string): string | undefined {
  return alias.includes('\\') ? undefined : alias;
}

/** The first star that is not unpacked into arguments; DuckDB accepts no second one that differs. */
function repeatingStar(expression: Node): Node | undefined {
  if (expression.class === 'STAR') return expression;
  if (expression.type === 'OPERATOR_UNPACK') return undefined;
  for (const child of subexpressions(expression)) {
    const found = repeatingStar(child);
    if (found) return found;
  }
  return undefined;
}

/** The name DuckDB gives, unless it is the text of the expression. */
function outputName(expression: Node, scope: Scope): string | undefined {
  if (expression.alias) return String(expression.alias);
  if (expression.class === 'COLUMN_REF') return texts(expression.column_names).at(-1);
  if (expression.class !== 'POSITIONAL_REFERENCE') return undefined;
  return scope.from.visible[Number(expression.index) - 1]?.name;
}

function unnestings(expression: Node): Node[] {
  const isUnnesting = isCallOf(expression, 'unnest') || isCallOf(expression, 'regexp_split_to_table');
  return isUnnesting ? [expression] : subexpressions(expression).flatMap(unnestings);
}

export function isAggregate(node: Node): boolean {
  return node.class === 'FUNCTION' && allowedAggregates.has(nameKey(node.function_name));
}

function isCallOf(node: Node, name: string): boolean {
  return node.class === 'FUNCTION' && nameKey(node.function_name) === name;
}
