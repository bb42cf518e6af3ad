import type { Node } from '../lineage/tree.js';

/** Nodes as DuckDB's own parser would create them. */

const emptyOrder = { type: 'ORDER_MODIFIER', orders: [] };

export function columnRef(name: string): Node {
  return { class: 'COLUMN_REF', type: 'COLUMN_REF', alias: '', column_names: [name] };
}

export function call(name: string, children: readonly Node[]): Node {
  return {
    ...{ class: 'FUNCTION', type: 'FUNCTION', alias: '', function_name: name, schema: '', catalog: '' },
    ...{ children, filter: null, order_bys: emptyOrder, distinct: false },
    ...{ is_operator: false, export_state: false },
  };
}

export function integer(value: number): Node {
  const constant = { type: { id: 'BIGINT', type_info: null }, is_null: false, value };
  return { class: 'CONSTANT', type: 'VALUE_CONSTANT', alias: '', value: constant };
}

/** A list of row numbers. */
export const emptyList: Node = {
  ...{ class: 'CAST', type: 'OPERATOR_CAST', alias: '', try_cast: false },
  child: call('list_value', []),
  cast_type: {
    id: 'LIST',
    type_info: {
      ...{ type: 'LIST_TYPE_INFO', alias: '', extension_info: null },
      child_type: { id: 'BIGINT', type_info: null },
    },
  },
};

export function equal(left: Node, right: Node): Node {
  return { class: 'COMPARISON', type: 'COMPARE_EQUAL', alias: '', left, right };
}

export function allOf(children: readonly Node[]): Node {
  return { class: 'CONJUNCTION', type: 'CONJUNCTION_AND', alias: '', children };
}

export function star(excluded: readonly string[] = []): Node {
  return {
    ...{ class: 'STAR', type: 'STAR', alias: '', relation_name: '', columns: false, expr: null },
    ...{ exclude_list: excluded, replace_list: [], qualified_exclude_list: [], rename_list: [] },
  };
}

export function named(expression: Node, alias: string): Node {
  return { ...expression, alias };
}

export const noCtes: Node = { map: [] };

export function select(
  list: readonly Node[],
  from: Node,
  more: { groupsByAll?: boolean; modifiers?: unknown } = {},
): Node {
  return {
    ...{ type: 'SELECT_NODE', modifiers: more.modifiers ?? [], cte_map: noCtes },
    ...{ select_list: list, from_table: from, where_clause: null, group_expressions: [], group_sets: [] },
    ...{ aggregate_handling: more.groupsByAll ? 'FORCE_AGGREGATES' : 'STANDARD_HANDLING' },
    ...{ having: null, sample: null, qualify: null },
  };
}

export function baseTable(name: string): Node {
  return {
    ...{ type: 'BASE_TABLE', alias: '', sample: null, schema_name: '', table_name: name },
    ...{ column_name_alias: [], catalog_name: '', at_clause: null },
  };
}

export function subquery(query: Node, alias: string, columnNames: unknown = []): Node {
  return {
    ...{ type: 'SUBQUERY', alias, sample: null, column_name_alias: columnNames },
    subquery: { node: query, named_param_map: [] },
  };
}
