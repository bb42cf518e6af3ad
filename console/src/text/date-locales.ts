import type { Language } from '../preferences.js';

/** Those of the browser; unit tests have none. */
const preferred: readonly string[] = globalThis.navigator?.languages ?? [];

/**
 * How dates are written: in the language, as it is used where the browser is at home. English has the day first in
 * Britain and most other places. Numbers are those of the language alone, as they can be typed.
 */
export const dateLocales: Readonly<Record<Language, string>> = {
  en: dateLocaleOf('en', preferred),
  ja: dateLocaleOf('ja', preferred),
};

export function dateLocaleOf(language: Language, given: readonly string[]): string {
  const [own] = given.filter((one) => one.startsWith(`${language}-`));
  if (own) return own;
  const { region } = new Intl.Locale(given[0] ?? language);
  return region ? `${language}-${region}` : language;
}
