import type { Node } from '../lineage/tree.js';
import { call, columnRef, emptyList, named, select, star, subquery } from './build-nodes.js';

/** The source rows of a group: those of all its rows. A sum of nothing has none. */
export function collected(lists: Node): Node {
  return call('list_concat', [emptyList, call('flatten', [call('list', [lists])])]);
}

/** Merges rows that are equal except for their source rows into one with all of these. */
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
