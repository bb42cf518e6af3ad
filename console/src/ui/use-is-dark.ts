import { useSyncExternalStore } from 'react';
import { usePreferences } from '../preferences.js';

const system = matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  system.addEventListener('change', listener);
  return () => system.removeEventListener('change', listener);
}

/** Whether the page is dark, for what is not drawn by style sheets. */
export function useIsDark(): boolean {
  const { theme } = usePreferences();
  const isSystemDark = useSyncExternalStore(subscribe, () => system.matches);
  return theme === 'system' ? isSystemDark : theme === 'dark';
}
