/** `to` is computed from `from`. */
export interface Dependency {
  from: string;
  to: string;
}

/** Everything computed from the given tables, directly or through others; without the tables themselves. */
export function downstreamOf(tables: Iterable<string>, dependencies: readonly Dependency[]): Set<string> {
  return reach(tables, neighbours(dependencies, 'from', 'to'));
}

/**
 * Everything that the given tables are computed from, directly or through others; without the tables
 * themselves.
 */
export function upstreamOf(tables: Iterable<string>, dependencies: readonly Dependency[]): Set<string> {
  return reach(tables, neighbours(dependencies, 'to', 'from'));
}

/** The tables on the path from one table to another along the flow of data, both ends included. */
export function pathBetween(
  from: string,
  to: string,
  dependencies: readonly Dependency[],
): string[] | undefined {
  const next = neighbours(dependencies, 'from', 'to');
  const cameFrom = new Map<string, string | null>([[from, null]]);
  for (const table of cameFrom.keys()) {
    if (table === to) break;
    for (const follower of next.get(table) ?? []) if (!cameFrom.has(follower)) cameFrom.set(follower, table);
  }
  if (!cameFrom.has(to)) return undefined;
  const path: string[] = [];
  for (let at: string | null = to; at !== null; at = cameFrom.get(at) ?? null) path.unshift(at);
  return path;
}

function reach(start: Iterable<string>, next: ReadonlyMap<string, string[]>): Set<string> {
  const given = new Set(start);
  const reached = new Set(given);
  // A set grows while it is iterated, so tables added here are visited too.
  for (const table of reached) for (const neighbour of next.get(table) ?? []) reached.add(neighbour);
  for (const table of given) reached.delete(table);
  return reached;
}

function neighbours(
  dependencies: readonly Dependency[],
  side: 'from' | 'to',
  other: 'from' | 'to',
): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const one of dependencies) map.set(one[side], [...(map.get(one[side]) ?? []), one[other]]);
  return map;
}
