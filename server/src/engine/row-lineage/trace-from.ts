import { ROW_ID } from '@workbook-data-service/sheets/values';
import { type Node, nameKey, nodes, texts } from '../lineage/tree.js';
import { baseTable, call, columnRef, integer, named, select, star, subquery } from './build-nodes.js';
import { hideColumns, type RowsColumn } from './hide-columns.js';
import { traceQuery } from './trace-query.js';
import { type Tracing, Untraceable } from './tracing.js';

/** A FROM clause whose relations each have an added column with the source rows of a row. */
interface TracedFrom {
  table: Node;
  rows: RowsColumn[];
}

export function traceFrom(table: Node, tracing: Tracing): TracedFrom {
  // Another run of the same statement would sample other rows.
  if (nodes(table.sample).length > 0) throw new Untraceable();
  switch (table.type) {
    case 'BASE_TABLE':
      return traceTable(table, tracing);
    case 'SUBQUERY': {
      const column = tracing.freshName();
      const statement = table.subquery as Node;
      const query = traceQuery(statement.node as Node, tracing, column);
      return {
        table: { ...table, subquery: { ...statement, node: query } },
        rows: [{ relation: nameKey(table.alias), column }],
      };
    }
    case 'JOIN':
      return traceJoin(table, tracing);
    case 'PIVOT':
      return traceUnpivot(table, tracing);
    case 'EMPTY':
    case 'EXPRESSION_LIST':
    case 'TABLE_FUNCTION':
      // They compute only from the rows beside them.
      return { table, rows: [] };
    default:
      throw new Untraceable();
  }
}

/** Each reference gets its own column name, so that the same table may occur twice. */
function traceTable(table: Node, tracing: Tracing): TracedFrom {
  const key = nameKey(table.table_name);
  const column = tracing.freshName();
  const query = tracing.ctes.has(key) ? cteRows(key, column, tracing) : inputRows(table, column, tracing);
  const alias = String(table.alias || table.table_name);
  return {
    table: subquery(query, alias, table.column_name_alias),
    rows: [{ relation: nameKey(alias), column }],
  };
}

function cteRows(key: string, column: string, { ctes }: Tracing): Node {
  const cte = ctes.get(key);
  if (!cte) throw new Untraceable();
  return select([star([cte.rows]), named(columnRef(cte.rows), column)], baseTable(cte.name));
}

/** One number encodes input and row: row ids are below 2^53, and inputs are few. */
function inputRows(table: Node, column: string, { inputs }: Tracing): Node {
  const index = inputs.get(nameKey(table.table_name));
  if (index === undefined) throw new Untraceable();
  const place = call('add', [call('multiply', [columnRef(ROW_ID), integer(inputs.size)]), integer(index)]);
  const list = call('list_value', [place]);
  return select([star(), named(list, column)], baseTable(String(table.table_name)));
}

function traceJoin(join: Node, tracing: Tracing): TracedFrom {
  if (join.ref_type === 'POSITIONAL') throw new Untraceable();
  const left = traceFrom(join.left as Node, tracing);
  // Nothing of the right side is shown: it only decides which rows of the left one stay.
  const leavesLeftOnly = join.join_type === 'SEMI' || join.join_type === 'ANTI';
  if (leavesLeftOnly) return { table: { ...join, left: left.table }, rows: left.rows };
  const right = traceFrom(join.right as Node, { ...tracing, isLateral: true });
  return { table: { ...join, left: left.table, right: right.table }, rows: [...left.rows, ...right.rows] };
}

/** UNPIVOT keeps every column that it does not name, including the added one; PIVOT would group by it. */
function traceUnpivot(table: Node, tracing: Tracing): TracedFrom {
  const isUnpivot = texts(table.unpivot_names).length > 0;
  if (!isUnpivot || texts(table.column_name_alias).length > 0) throw new Untraceable();
  const source = traceFrom(table.source as Node, tracing);
  const relation = nameKey(table.alias);
  const pivots = nodes(table.pivots).map((pivot) => ({
    ...pivot,
    entries: nodes(pivot.entries).map((entry) => ({
      ...entry,
      star_expr: hideColumns(entry.star_expr, source.rows),
    })),
  }));
  return {
    table: { ...table, source: source.table, pivots },
    rows: source.rows.map(({ column }) => ({ relation, column })),
  };
}
