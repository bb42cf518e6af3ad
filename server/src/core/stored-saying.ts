import type { Saying } from '@workbook-data-service/contract/messages/message';

declare const stored: unique symbol;

/** What was said, as a text column of the catalog keeps it: JSON, or the bare text where there is no code. */
export type StoredSaying = string & { readonly [stored]: true };

const START = '{"code":';

export function storedSaying({ code, params = {}, text }: Saying): StoredSaying {
  if (code !== undefined) return JSON.stringify({ code, params, text }) as StoredSaying;
  // Words of somebody's code may look like a message.
  return (text.startsWith(START) ? JSON.stringify({ code: null, text }) : text) as StoredSaying;
}

export function sayingIn(kept: StoredSaying): Saying {
  const said = kept.startsWith(START) ? parsed(kept) : undefined;
  // A text of an earlier release may look like a message as well.
  if (typeof said?.text !== 'string') return { text: kept };
  return typeof said.code === 'string' ? (said as Saying) : { text: said.text };
}

function parsed(kept: string): Partial<Record<keyof Saying, unknown>> | undefined {
  try {
    return JSON.parse(kept);
  } catch {
    return undefined;
  }
}
