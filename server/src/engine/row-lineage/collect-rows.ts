import type { Node } from '../lineage/tree.js';
import { call, columnRef, emptyList, named, select, star, subquery } from './build-nodes.js';

/** What a group of rows comes from: all that each of them comes from. A sum of nothing comes from nothing. */
export function collected(lists: Node): Node {
  return call('list_concat', [emptyList, call('flatten', [call('list', [lists])])]);
}

/** Of rows that are equal but for where they come from, one that comes from all of it. */
export function collectEqual(
  query: Node,
  column: string,
  rows: string,
  more: { modifiers: unknown; hidden?: string; having?: Node },
): Node {
  const { modifiers, hidden = [], having = null } = more;
  const list = [star([column].concat(hidden)), named(collected(columnRef(column)), rows)];
  return { ...select(list, subquery(query, ''), { groupsByAll: true, modifiers }), having };
}
