import { english } from '@workbook-data-service/client/english';
import type { Language } from '../../preferences.js';
import { japanese } from './japanese.js';

/** Something that the service says; a text in the words of a library, or of an earlier release, has no code. */
interface Said {
  text: string;
  code?: string | undefined;
  params?: Readonly<Record<string, unknown>> | undefined;
}

type Sentences = Readonly<Record<string, ((params: never) => string) | undefined>>;

const sentences: Record<Language, Sentences> = { en: english, ja: japanese };

/** What the service says, in the language of the reader; undefined if the console has no words for it. */
export function translated(
  { code, params = {} }: Omit<Said, 'text'>,
  language: Language,
): string | undefined {
  const known = sentences[language];
  if (code === undefined || !Object.hasOwn(known, code)) return undefined;
  return known[code]?.(withWhyIn(language, params) as never);
}

/** A sentence may quote another, whose code and parameters stand beside its text. */
function withWhyIn(language: Language, params: NonNullable<Said['params']>): Said['params'] {
  const {
    why,
    why_code: code,
    why_params: inner,
  } = params as { why?: string; why_code?: string; why_params?: Said['params'] };
  return why === undefined || !code
    ? params
    : { ...params, why: messageText({ text: why, code, params: inner }, language) };
}

/** The same, or else as the service says it itself: in English. */
export const messageText = (said: Said, language: Language): string =>
  translated(said, language) ?? said.text;
