import { decodeCursor, encodeCursor, isText } from './cursor.js';

/** The requested part of a list. */
export interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}

export interface Page<Item> {
  items: Item[];
  /** Null on the last page. */
  nextCursor: string | null;
}

/** The position after which the page begins; undefined on the first page. */
export function startOf({ cursor }: PageRequest): string | undefined {
  return cursor === undefined ? undefined : decodeCursor(cursor, isText);
}

/** A page from the items found after its start, of which there is one more than fits if more pages follow. */
export function cutPage<Item>(
  found: readonly Item[],
  { limit }: PageRequest,
  positionOf: (item: Item) => string | number,
): Page<Item> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: last && found.length > limit ? encodeCursor(positionOf(last)) : null };
}

/**
 * A page of a list that is read whole, by the positions of its items. A position is a place in that order,
 * not a count, so items that come or go between two pages neither repeat nor hide others.
 */
export function pageOf<Item>(
  whole: readonly Item[],
  page: PageRequest,
  positionOf: (item: Item) => string,
  order: 'first to last' | 'last to first' = 'first to last',
): Page<Item> {
  const start = startOf(page);
  const isAfter = (one: string, other: string): boolean =>
    order === 'first to last' ? one > other : one < other;
  const rest = whole
    .map((item) => ({ item, position: positionOf(item) }))
    .sort((a, b) => (isAfter(a.position, b.position) ? 1 : -1))
    .filter(({ position }) => start === undefined || isAfter(position, start));
  const { items, nextCursor } = cutPage(rest, page, ({ position }) => position);
  return { items: items.map(({ item }) => item), nextCursor };
}

/** A whole number as text that sorts like the number. */
export const sortable = (number: number): string => String(number).padStart(16, '0');
