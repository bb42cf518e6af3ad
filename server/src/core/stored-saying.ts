import type { Saying } from '@workbook-data-service/contract/messages/message';

declare const stored: unique symbol;

/** What was said, as a text column of the catalog keeps it: JSON, or the bare text where there is no code. */
export type StoredSaying = string & { readonly [stored]: true };

const START = '{"code":';

export function storedSaying({ code, params = {}, text }: Saying): StoredSaying {
  return (code === undefined ? text : JSON.stringify({ code, params, text })) as StoredSaying;
}

export function sayingIn(kept: StoredSaying): Saying {
  return kept.startsWith(START) ? (JSON.parse(kept) as Saying) : { text: kept };
}
