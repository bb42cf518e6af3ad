/**
 * The accepted parse trees of DuckDB's json_serialize_sql. Every object must be of a known kind and may have
 * only the fields listed for its kind, each with its content. So nothing can hide in a field that nobody
 * visits: an unknown field is refused.
 */
export type Kind =
  | 'plain' // text, numbers, booleans and lists of them: nothing to visit
  | 'data' // the content of a constant: any JSON
  | 'absent' // must be null, false or empty
  | 'statement'
  | 'query'
  | 'table'
  | 'tableFunction'
  | 'modifier'
  | 'expression'
  | 'order'
  | 'caseCheck'
  | 'replacement'
  | 'renaming'
  | 'columnName'
  | 'cteMap'
  | 'cteEntry'
  | 'cte'
  | 'sample'
  | 'pivotColumn'
  | 'pivotEntry'
  | 'parameterEntry'
  | 'constant'
  | 'type'
  | 'typeInfo'
  | 'typeMember';

/** The kinds that are objects with fields. */
export type NodeKind = Exclude<Kind, 'plain' | 'data' | 'absent'>;

export type Fields = Readonly<Record<string, Kind>>;

/** A kind with variants names the field that distinguishes them. */
interface Variants {
  by: 'type' | 'class';
  variants: Readonly<Record<string, Fields>>;
}

function variants(by: Variants['by'], common: Fields, own: Record<string, Fields>): Variants {
  const merged = Object.entries(own).map(([name, fields]) => [name, { ...common, ...fields }]);
  return { by, variants: Object.fromEntries(merged) as Record<string, Fields> };
}

const query = variants(
  'type',
  { type: 'plain', modifiers: 'modifier', cte_map: 'cteMap' },
  {
    SELECT_NODE: {
      select_list: 'expression',
      from_table: 'table',
      where_clause: 'expression',
      group_expressions: 'expression',
      group_sets: 'plain',
      aggregate_handling: 'plain',
      having: 'expression',
      sample: 'sample',
      qualify: 'expression',
    },
    SET_OPERATION_NODE: {
      setop_type: 'plain',
      left: 'query',
      right: 'query',
      setop_all: 'plain',
      children: 'query',
    },
    RECURSIVE_CTE_NODE: {
      cte_name: 'plain',
      union_all: 'plain',
      left: 'query',
      right: 'query',
      aliases: 'plain',
      key_targets: 'expression',
    },
  },
);

const table = variants(
  'type',
  { type: 'plain', alias: 'plain', sample: 'sample', query_location: 'plain' },
  {
    BASE_TABLE: {
      schema_name: 'plain',
      table_name: 'plain',
      column_name_alias: 'plain',
      catalog_name: 'plain',
      at_clause: 'absent',
    },
    EMPTY: {},
    EXPRESSION_LIST: { expected_names: 'plain', expected_types: 'type', values: 'expression' },
    JOIN: {
      left: 'table',
      right: 'table',
      condition: 'expression',
      join_type: 'plain',
      ref_type: 'plain',
      using_columns: 'plain',
      delim_flipped: 'plain',
      duplicate_eliminated_columns: 'expression',
      is_implicit: 'plain',
    },
    PIVOT: {
      source: 'table',
      aggregates: 'expression',
      unpivot_names: 'plain',
      pivots: 'pivotColumn',
      groups: 'plain',
      column_name_alias: 'plain',
      include_nulls: 'plain',
    },
    SUBQUERY: { subquery: 'statement', column_name_alias: 'plain' },
    TABLE_FUNCTION: { function: 'tableFunction', column_name_alias: 'plain', with_ordinality: 'plain' },
  },
);

const functionCall: Fields = {
  function_name: 'plain',
  schema: 'plain',
  children: 'expression',
  filter: 'expression',
  order_bys: 'modifier',
  distinct: 'plain',
  is_operator: 'plain',
  export_state: 'absent',
  catalog: 'plain',
};

const expressionFields: Fields = {
  class: 'plain',
  type: 'plain',
  alias: 'plain',
  query_location: 'plain',
};

const expression = variants('class', expressionFields, {
  BETWEEN: { input: 'expression', lower: 'expression', upper: 'expression' },
  CASE: { case_checks: 'caseCheck', else_expr: 'expression' },
  CAST: { child: 'expression', cast_type: 'type', try_cast: 'plain' },
  COLLATE: { child: 'expression', collation: 'plain' },
  COLUMN_REF: { column_names: 'plain' },
  COMPARISON: { left: 'expression', right: 'expression' },
  CONJUNCTION: { children: 'expression' },
  CONSTANT: { value: 'constant' },
  FUNCTION: functionCall,
  LAMBDA: { lhs: 'expression', expr: 'expression', syntax_type: 'plain' },
  OPERATOR: { children: 'expression' },
  PARAMETER: { identifier: 'plain' },
  POSITIONAL_REFERENCE: { index: 'plain' },
  STAR: {
    relation_name: 'plain',
    exclude_list: 'plain',
    replace_list: 'replacement',
    columns: 'plain',
    expr: 'expression',
    unpacked: 'plain',
    qualified_exclude_list: 'columnName',
    rename_list: 'renaming',
  },
  SUBQUERY: {
    subquery_type: 'plain',
    subquery: 'statement',
    child: 'expression',
    comparison_type: 'plain',
  },
  WINDOW: {
    function_name: 'plain',
    schema: 'plain',
    catalog: 'plain',
    children: 'expression',
    partitions: 'expression',
    orders: 'order',
    start: 'plain',
    end: 'plain',
    start_expr: 'expression',
    end_expr: 'expression',
    offset_expr: 'expression',
    default_expr: 'expression',
    ignore_nulls: 'plain',
    filter_expr: 'expression',
    exclude_clause: 'plain',
    distinct: 'plain',
    arg_orders: 'order',
  },
});

/** The `type` of each expression, in addition to its class: both must be known. */
export const expressionTypes: ReadonlySet<string> = new Set([
  ...['OPERATOR_CAST', 'OPERATOR_NOT', 'OPERATOR_IS_NULL', 'OPERATOR_IS_NOT_NULL', 'OPERATOR_UNPACK'],
  ...['OPERATOR_NULLIF', 'OPERATOR_COALESCE', 'OPERATOR_TRY', 'CASE_EXPR', 'GROUPING_FUNCTION', 'COLLATE'],
  ...['COMPARE_EQUAL', 'COMPARE_NOTEQUAL', 'COMPARE_LESSTHAN', 'COMPARE_GREATERTHAN'],
  ...['COMPARE_LESSTHANOREQUALTO', 'COMPARE_GREATERTHANOREQUALTO', 'COMPARE_IN', 'COMPARE_NOT_IN'],
  ...['COMPARE_DISTINCT_FROM', 'COMPARE_NOT_DISTINCT_FROM', 'COMPARE_BETWEEN', 'COMPARE_NOT_BETWEEN'],
  ...['CONJUNCTION_AND', 'CONJUNCTION_OR', 'VALUE_CONSTANT', 'VALUE_PARAMETER', 'FUNCTION', 'LAMBDA'],
  ...['ARRAY_EXTRACT', 'ARRAY_SLICE', 'STRUCT_EXTRACT', 'ARRAY_CONSTRUCTOR', 'ARROW', 'SUBQUERY', 'STAR'],
  ...['COLUMN_REF', 'POSITIONAL_REFERENCE', 'WINDOW_AGGREGATE', 'WINDOW_RANK', 'WINDOW_RANK_DENSE'],
  ...['WINDOW_NTILE', 'WINDOW_PERCENT_RANK', 'WINDOW_CUME_DIST', 'WINDOW_ROW_NUMBER', 'WINDOW_FIRST_VALUE'],
  ...['WINDOW_LAST_VALUE', 'WINDOW_LEAD', 'WINDOW_LAG', 'WINDOW_NTH_VALUE', 'WINDOW_FILL'],
]);

const modifier = variants(
  'type',
  { type: 'plain' },
  {
    DISTINCT_MODIFIER: { distinct_on_targets: 'expression' },
    LIMIT_MODIFIER: { limit: 'expression', offset: 'expression' },
    LIMIT_PERCENT_MODIFIER: { limit: 'expression', offset: 'expression' },
    ORDER_MODIFIER: { orders: 'order' },
  },
);

const typeInfo = variants(
  'type',
  { type: 'plain', alias: 'absent', modifiers: 'absent', extension_info: 'absent' },
  {
    ARRAY_TYPE_INFO: { child_type: 'type', size: 'plain' },
    DECIMAL_TYPE_INFO: { width: 'plain', scale: 'plain' },
    LIST_TYPE_INFO: { child_type: 'type' },
    STRING_TYPE_INFO: { collation: 'plain' },
    STRUCT_TYPE_INFO: { child_types: 'typeMember' },
    UNBOUND_TYPE_INFO: {
      name: 'plain',
      catalog: 'absent',
      schema: 'absent',
      user_type_modifiers: 'constant',
    },
  },
);

export const grammar: Readonly<Record<NodeKind, Fields | Variants>> = {
  statement: { node: 'query', named_param_map: 'parameterEntry' },
  query,
  table,
  tableFunction: { ...expressionFields, ...functionCall },
  modifier,
  expression,
  order: { type: 'plain', null_order: 'plain', expression: 'expression' },
  caseCheck: { when_expr: 'expression', then_expr: 'expression' },
  replacement: { key: 'plain', value: 'expression' },
  renaming: { key: 'columnName', value: 'plain' },
  columnName: { catalog: 'plain', schema: 'plain', table: 'plain', column: 'plain' },
  cteMap: { map: 'cteEntry' },
  cteEntry: { key: 'plain', value: 'cte' },
  cte: { aliases: 'plain', query: 'statement', materialized: 'plain', key_targets: 'expression' },
  sample: {
    sample_size: 'constant',
    is_percentage: 'plain',
    method: 'plain',
    seed: 'plain',
    repeatable: 'plain',
  },
  pivotColumn: {
    pivot_expressions: 'expression',
    unpivot_names: 'plain',
    entries: 'pivotEntry',
    // A pivot over an enum type of the catalog would read something other than a table of the workbook.
    pivot_enum: 'absent',
  },
  pivotEntry: { values: 'constant', star_expr: 'expression', alias: 'plain' },
  parameterEntry: { key: 'plain', value: 'plain' },
  constant: { type: 'type', is_null: 'plain', value: 'data' },
  type: { id: 'plain', type_info: 'typeInfo' },
  typeInfo,
  typeMember: { first: 'plain', second: 'type' },
};
