import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';

const MAX_NAMED = 20;

type PlaceWarning =
  | 'warn-typed-over'
  | 'warn-total-rows'
  | 'warn-rows-below'
  | 'warn-without-heading'
  | 'warn-unlike-rows';

/** A warning about places of a sheet, of which the first are named; none if there are none. */
export function warnOfPlaces(
  code: PlaceWarning,
  sheet: string,
  places: readonly string[],
  count: number = places.length,
): Message[] {
  if (count === 0) return [];
  const more = Math.max(0, count - MAX_NAMED);
  return [say(code, { sheet, places: places.slice(0, MAX_NAMED), more })];
}
