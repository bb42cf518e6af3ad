import { useSyncExternalStore } from 'react';

export const languages = ['en', 'ja'] as const;
export type Language = (typeof languages)[number];
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

interface Preferences {
  language: Language;
  theme: Theme;
}

const KEY = 'workbooks.preferences';
const listeners = new Set<() => void>();
let current = read();

/** Kept in this browser; the language is the browser's until another is chosen. */
function read(): Preferences {
  const fallback: Preferences = {
    language: navigator.language.startsWith('ja') ? 'ja' : 'en',
    theme: 'system',
  };
  try {
    return { ...fallback, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>) };
  } catch {
    return fallback;
  }
}

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  localStorage.setItem(KEY, JSON.stringify(current));
  applyPreferences();
  for (const listener of listeners) listener();
}

export function applyPreferences(): void {
  const { documentElement: root } = document;
  root.lang = current.language;
  root.style.colorScheme = current.theme === 'system' ? 'light dark' : current.theme;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => current);
}

/** For code outside of components, such as the text of an error. */
export function currentLanguage(): Language {
  return current.language;
}
