import { lowerAscii } from './lower-ascii.js';
import type { ParseSql } from './parse-sql.js';

/**
 * The names, in lowercase, that can be columns in a statement; null if it may need columns that it does not name, such as
 * those of `*`, or cannot be parsed. A view with just these columns gives the same result.
 */
export async function namedColumns(parseSql: ParseSql, sql: string): Promise<string[] | null> {
  const tree = await parseSql(sql);
  const names = new NamesInTree();
  try {
    names.visit(JSON.parse(tree));
  } catch {
    return null;
  }
  return names.needsOthers ? null : [...names.columns];
}

type Node = Record<string, unknown>;

class NamesInTree {
  readonly columns = new Set<string>();
  /** Tables and their aliases: alone, such a name is the whole row. */
  readonly #tables = new Set<string>();
  readonly #alone = new Set<string>();
  #hasUnnamed = false;

  get needsOthers(): boolean {
    return this.#hasUnnamed || [...this.#alone].some((name) => this.#tables.has(name));
  }

  visit(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.visit(item);
    else if (typeof value === 'object' && value !== null) {
      this.#note(value as Node);
      for (const field of Object.values(value)) this.visit(field);
    }
  }

  #note(node: Node): void {
    if (node.error === true || isUnnamed(node)) this.#hasUnnamed = true;
    const { column_names: path, using_columns: shared } = node;
    if (node.class === 'COLUMN_REF' && Array.isArray(path)) {
      for (const name of path) this.columns.add(lowerAscii(String(name)));
      if (path.length === 1) this.#alone.add(lowerAscii(String(path[0])));
    }
    if (Array.isArray(shared)) for (const name of shared) this.columns.add(lowerAscii(String(name)));
    // `column.upper()` is parsed as the function `upper` of a schema `column`.
    for (const name of [node.schema, node.catalog])
      if (typeof name === 'string') this.columns.add(lowerAscii(name));
    const isExpression = node.class !== undefined;
    for (const name of isExpression ? [] : [node.table_name, node.alias])
      if (typeof name === 'string') this.#tables.add(lowerAscii(name));
  }
}

/** Whether a node stands for columns by their position, or for all of them. */
function isUnnamed(node: Node): boolean {
  const renamed = node.type === 'BASE_TABLE' ? node.column_name_alias : [];
  return (
    node.class === 'STAR' ||
    node.type === 'PIVOT' ||
    node.ref_type === 'NATURAL' ||
    node.ref_type === 'POSITIONAL' ||
    (Array.isArray(renamed) && renamed.length > 0)
  );
}
