import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { nearNames } from '@workbook-data-service/sheets/names';

const MAX_OFFERED = 3;
/** Comparing takes as long as both names. */
const LONGEST = 100;

/** What to do about a name that is not known: those nearest to it, or where names are listed if there are none. */
export function didYouMean(given: string, known: readonly string[], listed: Message): Message {
  const near = nearNames(given.slice(0, LONGEST), known, MAX_OFFERED);
  return near.length === 0 ? listed : say('fix-near-names', { nearest: near });
}
