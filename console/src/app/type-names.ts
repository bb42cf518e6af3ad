import { columnTypes as inEnglish } from '@workbook-data-service/client/english';
import { type Language, usePreferences } from '../preferences.js';
import { columnTypes as inJapanese } from '../text/messages/japanese-words.js';

const names: Record<Language, Readonly<Record<string, string>>> = { en: inEnglish, ja: inJapanese };

/** Types that files and transforms bring, and that nobody chooses, each with the offered one that it is like. */
const alike: readonly [RegExp, keyof typeof inEnglish][] = [
  [/\[|^(STRUCT|MAP|UNION)/, 'JSON'],
  [/^U?(TINY|SMALL|HUGE|BIG)?INT/, 'BIGINT'],
  [/^(DECIMAL|FLOAT|REAL)/, 'DOUBLE'],
  [/^TIMESTAMP/, 'TIMESTAMP'],
  [/^TIME/, 'TIME'],
];

/** What the type of a column is called by people who know spreadsheets rather than databases. */
function typeName(type: string, language: Language): string {
  const like = alike.find(([pattern]) => pattern.test(type))?.[1] ?? 'VARCHAR';
  return names[language][type] ?? names[language][like] ?? type;
}

export function useTypeName(): (type: string) => string {
  const { language } = usePreferences();
  return (type) => typeName(type, language);
}
