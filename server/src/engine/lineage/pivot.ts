import { type Columns, column, everyColumn, hasUnknownNames, unknownColumns } from './columns.js';
import { type Dependence, guessed, nothing, together } from './dependence.js';
import { dependenceOf, fieldDependence } from './expression.js';
import { columnNamed } from './resolve-column.js';
import type { From, QueryResult, Scope } from './scope.js';
import { starColumns } from './star.js';
import { type Node, nameKey, nodes, subexpressions, texts } from './tree.js';

/** The result of PIVOT or UNPIVOT over its source, which is the FROM of the scope. */
export function bindPivot(table: Node, scope: Scope): QueryResult {
  const { from } = scope;
  if (hasUnknownNames(from.visible)) return unknownResult(from);
  const isUnpivot = texts(table.unpivot_names).length > 0;
  return (isUnpivot ? unpivoted(table, scope) : pivoted(table, scope)) ?? unknownResult(from);
}

function unknownResult({ visible, influences }: From): QueryResult {
  const all = everyColumn(visible);
  return { columns: unknownColumns(all), influences: together([influences, all]) };
}

/** A row for each group; for each combination of values one column per aggregate. */
function pivoted(table: Node, scope: Scope): QueryResult | undefined {
  const { visible, influences } = scope.from;
  const pivots = nodes(table.pivots);
  const keys = pivots.flatMap((pivot) => nodes(pivot.pivot_expressions));
  const aggregates = nodes(table.aggregates);
  const entries = pivots.map((pivot) => nodes(pivot.entries));
  if (entries.flat().some((entry) => nodes(entry.star_expr).length > 0)) return undefined;

  const named = texts(table.groups).map(nameKey);
  const used = columnKeys([...keys, ...aggregates]);
  const groups =
    named.length > 0
      ? named.map((key) => column(key, columnNamed(visible, key) ?? guessed(everyColumn(visible))))
      : visible.filter(({ key }) => key !== undefined && !used.has(key));
  const key = fieldDependence(keys, scope);
  // Without USING it counts rows.
  const values =
    aggregates.length === 0 ? [key] : aggregates.map((one) => together([key, dependenceOf(one, scope)]));
  const combinations = entries.reduce((product, { length }) => product * length, 1);
  const columns = Array.from({ length: combinations }, () => values.map((from) => column(undefined, from)));
  return { columns: [...groups, ...columns.flat()], influences: together([influences, everyColumn(groups)]) };
}

/** A row for each unpivoted column: its name, and its value. */
function unpivoted(table: Node, scope: Scope): QueryResult | undefined {
  const { visible, influences } = scope.from;
  const [pivot] = nodes(table.pivots);
  const turned = nodes(pivot?.entries).map((entry) => turnedColumns(entry, scope));
  if (turned.some((one) => hasUnknownNames(one.read))) return undefined;
  const gone = new Set(turned.flatMap(({ read }) => read.map(({ key }) => key)));
  const values = texts(table.unpivot_names).map((name, index) =>
    column(name, together(turned.map(({ valuesAt }) => valuesAt(index)))),
  );
  return {
    columns: [
      ...visible.filter(({ key }) => !gone.has(key)),
      ...texts(pivot?.unpivot_names).map((name) => column(name, nothing)),
      ...values,
    ],
    // Where nulls are left out, the values decide which rows there are.
    influences: together([influences, table.include_nulls ? nothing : everyColumn(values)]),
  };
}

interface Turned {
  /** The source columns that it consumes. */
  readonly read: Columns;
  /** What it contributes to the nth column of values. */
  readonly valuesAt: (index: number) => Dependence;
}

/**
 * An entry lists columns by name, one for each column of values, or is an expression that may contain a star.
 */
function turnedColumns(entry: Node, scope: Scope): Turned {
  const { visible } = scope.from;
  const [expression] = nodes(entry.star_expr);
  if (expression?.class === 'STAR') {
    const read = starColumns(expression, scope);
    return { read, valuesAt: () => everyColumn(read) };
  }
  const keys = expression
    ? [...columnKeys([expression])]
    : nodes(entry.values).map(({ value }) => nameKey(value));
  const read = keys.flatMap((key) => visible.filter((one) => one.key === key));
  if (read.length < keys.length)
    return { read: unknownColumns(everyColumn(visible)), valuesAt: () => nothing };
  if (!expression) return { read, valuesAt: (index) => read[index]?.from ?? nothing };
  return { read, valuesAt: () => dependenceOf(expression, scope) };
}

/** The last names of all column references in the expressions. */
function columnKeys(expressions: readonly Node[]): Set<string> {
  const keys = expressions.flatMap((expression): string[] =>
    expression.class === 'COLUMN_REF'
      ? [nameKey(texts(expression.column_names).at(-1))]
      : [...columnKeys(subexpressions(expression))],
  );
  return new Set(keys);
}
