import type { Language } from '../preferences.js';
import { english } from './english.js';
import { japanese } from './japanese.js';

/** Something that the service says; a text in the words of a library, or of an earlier release, has no code. */
export interface Said {
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
  return known[code]?.(params as never);
}

/** The same, or else as the service says it itself: in English. */
export const messageText = (said: Said, language: Language): string =>
  translated(said, language) ?? said.text;
