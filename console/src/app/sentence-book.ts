import type { Language } from './preferences.js';

/** Puts a sentence of the service into the language of the reader; one that is not known stays as it is. */
export type Translate = (sentence: string, language: Language) => string;

/**
 * The service says some things in English only, with names and numbers in them. A book lists what it says, with `{names}`
 * for what differs and `[is|are]` for forms of words, and the Japanese for it, with the same names. `words` are Japanese
 * for what may stand in the place of a name.
 */
export function sentenceBook(
  sentences: Record<string, string>,
  words: Record<string, string> = {},
): Translate {
  const known = Object.entries(sentences).map(([english, japanese]) => ({
    pattern: patternOf(english),
    japanese,
  }));
  return (sentence, language) => {
    if (language === 'en') return sentence;
    for (const { pattern, japanese } of known) {
      const found = pattern.exec(sentence);
      if (!found) continue;
      return japanese.replace(/\{(\w+)\}/g, (_, name: string) => inWords(found.groups?.[name] ?? '', words));
    }
    return sentence;
  };
}

const patternOf = (english: string): RegExp => {
  const source = english
    .replace(/[.*+?^$()\\/]/g, '\\$&')
    .replace(/\[([^\]]+)\]/g, '(?:$1)')
    .replace(/\{(\w+)\}/g, '(?<$1>.*?)');
  return new RegExp(`^${source}$`, 's');
};

/** What stands in the place of a name: a known word, or a list of values, of which only the end is English. */
const inWords = (value: string, words: Record<string, string>): string =>
  words[value] ?? value.replace(/ and ([\d,]+) more$/, ' ほか $1 件');
