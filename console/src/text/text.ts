import { currentLanguage, type Language, usePreferences } from '../preferences.js';

/** A text, or a function that makes one of names and numbers. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments are those of the English text.
type Text = string | ((...values: any[]) => string);

type Translated<Texts extends Record<string, Text>> = {
  [Key in keyof Texts]: Texts[Key] extends string ? string : Texts[Key];
};

type Messages<Texts extends Record<string, Text>> = Record<Language, Translated<Texts>>;

/** The texts of a room in both languages; the compiler asks for what one of them lacks. */
export function messages<Texts extends Record<string, Text>>(
  en: Texts,
  ja: Translated<Texts>,
): Messages<Texts> {
  return { en: en as Translated<Texts>, ja };
}

export function useText<Texts extends Record<string, Text>>(all: Messages<Texts>): Translated<Texts> {
  return all[usePreferences().language];
}

/** For code outside of components. */
export function textOf<Texts extends Record<string, Text>>(all: Messages<Texts>): Translated<Texts> {
  return all[currentLanguage()];
}
