import type { Saying } from '@workbook-data-service/contract/messages/message';

declare const stored: unique symbol;

/** What was said, as a text column of the catalog keeps it: JSON, or the bare text where there is nothing else. */
export type StoredSaying = string & { readonly [stored]: true };

/** Why something failed, and how to mend it, as far as that is known. */
export interface Failure extends Saying {
  fix?: Saying;
}

const START = '{"code":';

export function storedSaying({ code, params = {}, text, fix }: Failure): StoredSaying {
  if (code !== undefined) return JSON.stringify({ code, params, text, fix }) as StoredSaying;
  // Words of somebody's code may look like a message.
  const isPlain = fix === undefined && !text.startsWith(START);
  return (isPlain ? text : JSON.stringify({ code: null, text, fix })) as StoredSaying;
}

export function sayingIn(kept: StoredSaying): Failure {
  const said = kept.startsWith(START) ? parsed(kept) : undefined;
  // A text of an earlier release may look like a message as well.
  if (typeof said?.text !== 'string') return { text: kept };
  const fix = said.fix === undefined ? {} : { fix: said.fix as Saying };
  if (typeof said.code !== 'string') return { text: said.text, ...fix };
  return { code: said.code, params: said.params as NonNullable<Saying['params']>, text: said.text, ...fix };
}

function parsed(kept: string): Partial<Record<keyof Failure, unknown>> | undefined {
  try {
    return JSON.parse(kept);
  } catch {
    return undefined;
  }
}
