import { isAggregate } from '../lineage/select-item.js';
import { contains, type Node, nodes } from '../lineage/tree.js';
import { call, columnRef, emptyList, named } from './build-nodes.js';
import { collectEqual, collected } from './collect-rows.js';
import { hideColumns, type RowsColumn } from './hide-columns.js';
import { traceFrom } from './trace-from.js';
import { type Tracing, Untraceable } from './tracing.js';

/**
 * Rows that are filtered, sorted, cut or computed keep their source rows; a group has those of all its rows.
 */
export function traceSelect(node: Node, tracing: Tracing, rows: string): Node {
  if (nodes(node.sample).length > 0 || mayNotGroup(node, tracing)) throw new Untraceable();
  const from = traceFrom(node.from_table as Node, tracing);
  const modifiers = nodes(node.modifiers);
  const isDistinct = modifiers.some(isPlainDistinct);
  const column = isDistinct ? tracing.freshName() : rows;
  const own = fromAll(from.rows);
  const traced = {
    ...node,
    modifiers: isDistinct ? [] : modifiers,
    select_list: [
      ...hideColumns(nodes(node.select_list), from.rows),
      named(isGrouped(node) ? collected(own) : own, column),
    ],
    from_table: from.table,
    where_clause: hideColumns(node.where_clause, from.rows),
    group_expressions: hideColumns(node.group_expressions, from.rows),
    having: hideColumns(node.having, from.rows),
    qualify: hideColumns(node.qualify, from.rows),
  };
  if (!isDistinct) return traced;
  const others = modifiers.filter((modifier) => !isPlainDistinct(modifier));
  return collectEqual(traced, column, rows, { modifiers: others });
}

/** DISTINCT ON selects whole rows, including their source rows. */
function isPlainDistinct(modifier: Node): boolean {
  return modifier.type === 'DISTINCT_MODIFIER' && nodes(modifier.distinct_on_targets).length === 0;
}

/** GROUP BY ALL does not group if it only has columns of other relations, until an aggregate is added. */
function mayNotGroup(node: Node, { isLateral }: Tracing): boolean {
  return isLateral && node.aggregate_handling === 'FORCE_AGGREGATES' && !aggregates(node);
}

function aggregates(node: Node): boolean {
  return nodes(node.select_list).some((expression) => contains(expression, isAggregate));
}

function isGrouped(node: Node): boolean {
  return (
    nodes(node.group_expressions).length > 0 ||
    nodes(node.having).length > 0 ||
    (node.group_sets as unknown[]).length > 0 ||
    node.aggregate_handling === 'FORCE_AGGREGATES' ||
    aggregates(node)
  );
}

/** A side of an outer join without a row gives NULL, which adds nothing. */
function fromAll(columns: readonly RowsColumn[]): Node {
  return columns
    .map(({ column }) => columnRef(column))
    .reduce((all, one) => call('list_concat', [all, one]), emptyList);
}
