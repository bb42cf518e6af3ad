import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { nearNames } from '@workbook-data-service/sheets/names';

/** More would hide the one that is meant. */
const MAX_LISTED = 12;
/** Comparing takes as long as both names. */
const LONGEST = 100;

/** What is wrong with a field that an object has not: the one nearest to it, or all of them where they are few. */
export function unknownField(given: string, known: readonly string[]): Message {
  const [nearest] = given.length > LONGEST ? [] : nearNames(given, known, 1);
  if (nearest !== undefined) return say('field-unknown-nearest', { nearest });
  const isShort = known.length > 0 && known.length <= MAX_LISTED;
  return isShort ? say('field-unknown-listed', { fields: known.join(', ') }) : say('field-unknown');
}
