import type { Params, Saying } from './message.js';

/** A gap of a sentence that another message fills: its text, and as data. A null code is a text of a library. */
export interface Why {
  why: string;
  why_code: string | null;
  why_params: Params;
}

export function whyOf({ text, code, params }: Saying): Why {
  return { why: text, why_code: code ?? null, why_params: params ?? {} };
}
