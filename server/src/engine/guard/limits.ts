/** Limits for a statement, chosen so that planning alone stays far below a second. */
export const limits = {
  /** Bytes of SQL. */
  text: 64 * 1024,
  /** Tokens once the parser has copied CASE operands and named windows. */
  expandedTokens: 65_536,
  /** Characters of the serialized parse tree. */
  tree: 8 * 1024 * 1024,
  /** Nested nodes. */
  depth: 300,
  /** `->` inside `->`: the binder tries each as a lambda and as a JSON arrow. */
  arrows: 8,
  /** Tables, table functions and value lists. */
  tables: 32,
  /** The same, once every common table expression is counted as often as it is used. */
  expandedTables: 1024,
  /** Copies of one expression made by nested built-in macros. */
  macroCopies: 256,
  /** `*` and COLUMNS(…), each of which becomes all columns. */
  stars: 100,
  /** Columns created by a PIVOT. */
  pivotColumns: 2000,
  groupingSets: 4096,
} as const;
