import { ROW_ID } from '@workbook-data-service/sheets/values';
import { outputPosition } from './modifiers.js';
import { type Node, nameKey, nodes, texts } from './tree.js';

/** One term of a statement's ORDER BY, as far as it is a column of the result. */
export interface ResultOrder {
  /** A name where the result is `select *`, else a position among its columns without the row id. */
  column: number | string;
  descending: boolean;
  nullsFirst: boolean;
}

/**
 * The order in which a statement returns its rows, by columns of its result. It ends before the first term
 * that the result does not have.
 */
export function resultOrder(statement: Node): ResultOrder[] {
  const [query] = nodes(statement.node);
  if (!query) return [];
  const orders = nodes(query.modifiers)
    .filter(({ type }) => type === 'ORDER_MODIFIER')
    .flatMap((modifier) => nodes(modifier.orders));
  const items = selectList(query);
  const terms: ResultOrder[] = [];
  for (const { type, null_order, expression } of orders) {
    const columns = columnsOf(nodes(expression)[0], items);
    if (columns.length === 0) break;
    const direction = { descending: type === 'DESCENDING', nullsFirst: null_order === 'NULLS FIRST' };
    terms.push(...columns.map((column) => ({ column, ...direction })));
  }
  return terms;
}

/** A set operation names its columns like its first query. */
function selectList(query: Node): Node[] {
  const [left] = nodes(query.left);
  return left ? selectList(left) : nodes(query.select_list);
}

function columnsOf(target: Node | undefined, items: readonly Node[]): (number | string)[] {
  if (!target) return [];
  const path = pathOf(target);
  if (items.some(isStar)) return path.length > 0 ? [path.at(-1) as string] : [];
  const shown = items.filter((item) => nameOf(item) !== ROW_ID);
  if (isStar(target)) return [...shown.keys()];
  const position = outputPosition(target);
  const item =
    position === undefined
      ? (shown.find((one) => path.length === 1 && nameOf(one) === nameKey(path[0])) ??
        shown.find((one) => isSame(one, target)))
      : items[position - 1];
  return item && shown.includes(item) ? [shown.indexOf(item)] : [];
}

function isStar(node: Node): boolean {
  return node.class === 'STAR';
}

/** The parts of a column's name; none for another expression. */
function pathOf(node: Node): string[] {
  return node.class === 'COLUMN_REF' ? texts(node.column_names) : [];
}

function nameOf(item: Node): string {
  return nameKey(item.alias) || nameKey(pathOf(item).at(-1));
}

function isSame(one: Node, other: Node): boolean {
  const [longer = [], shorter = []] = [pathOf(one), pathOf(other)].sort((a, b) => b.length - a.length);
  if (shorter.length === 0) return shapeOf(one) === shapeOf(other);
  // `amount` and `sales.amount` are the same column, or the statement would be ambiguous.
  return shorter.every((name, i) => nameKey(name) === nameKey(longer[longer.length - shorter.length + i]));
}

/** An expression without its alias and its place in the text. */
function shapeOf(expression: Node): string {
  return JSON.stringify({ ...expression, alias: '' }, (key, value: unknown) =>
    key === 'query_location' ? undefined : value,
  );
}
