import { type Columns, column, renameFirst, unknownColumns, withDistinctNames } from './columns.js';
import { nothing, together } from './dependence.js';
import { dependenceOf, fieldDependence } from './expression.js';
import { joined } from './join.js';
import { bindPivot } from './pivot.js';
import { bindStatement } from './query.js';
import { allInputs, emptyFrom, type From, innerScope, type QueryResult, type Scope, spend } from './scope.js';
import { type Node, nameKey, nodes, subexpressions, texts } from './tree.js';

/** The columns that a table expression offers to the query around it. */
export function bindFrom(table: Node, scope: Scope): From {
  switch (table.type) {
    case 'EMPTY':
      return emptyFrom;
    case 'JOIN': {
      const left = bindFrom(table.left as Node, scope);
      // The right side may use the columns to its left, with or without LATERAL.
      const right = bindFrom(table.right as Node, innerScope(scope, { from: left }));
      return joined(table, left, right, scope);
    }
    default:
      return asRelation(table, bindRelation(table, scope), scope);
  }
}

function asRelation(table: Node, { columns, influences }: QueryResult, scope: Scope): From {
  spend(scope, columns.length);
  const [call] = nodes(table.function);
  const alias = nameKey(table.alias) || nameKey(table.table_name) || nameKey(call?.function_name);
  const named = withDistinctNames(renameFirst(columns, texts(table.column_name_alias)));
  return {
    relations: [{ alias, columns: named }],
    visible: named.map((one) => ({ ...one, relation: alias })),
    influences,
  };
}

function bindRelation(table: Node, scope: Scope): QueryResult {
  switch (table.type) {
    case 'BASE_TABLE':
      return bindTable(nameKey(table.table_name), scope);
    case 'SUBQUERY':
      return bindStatement(table.subquery as Node, scope);
    case 'EXPRESSION_LIST':
      return { columns: valuesColumns(table, scope), influences: nothing };
    case 'TABLE_FUNCTION':
      return bindTableFunction(table, scope);
    case 'PIVOT':
      return bindPivot(table, innerScope(scope, { from: bindFrom(table.source as Node, scope) }));
    default:
      return { columns: unknownColumns(allInputs(scope)), influences: allInputs(scope) };
  }
}

function bindTable(name: string, scope: Scope): QueryResult {
  const columns = scope.inputs.get(name) ?? unknownColumns(allInputs(scope));
  return scope.ctes.get(name) ?? { columns, influences: nothing };
}

/** VALUES: each column over all rows. */
function valuesColumns(table: Node, scope: Scope): Columns {
  const rows = (table.values as unknown[]).map((row) => nodes(row));
  const names = texts(table.expected_names);
  return (rows[0] ?? []).map((_, index) =>
    column(
      names[index] ?? `col${index}`,
      together(rows.flatMap((row) => nodes(row[index])).map((value) => dependenceOf(value, scope))),
    ),
  );
}

const functionColumns: ReadonlyMap<string, readonly string[]> = new Map([
  ['range', ['range']],
  ['generate_series', ['generate_series']],
  ['unnest', ['unnest']],
  ['json_each', ['key', 'value', 'type', 'atom', 'id', 'parent', 'fullkey', 'path']],
]);

/** Its arguments decide both the values and the number of its rows. */
function bindTableFunction(table: Node, scope: Scope): QueryResult {
  const call = table.function as Node;
  const from = fieldDependence(subexpressions(call, 'tableFunction'), scope);
  const known = functionColumns.get(nameKey(call.function_name));
  const ordinality = String(table.with_ordinality) === 'WITH_ORDINALITY' ? ['ordinality'] : [];
  const columns = known ? [...known, ...ordinality].map((name) => column(name, from)) : unknownColumns(from);
  return { columns, influences: from };
}
