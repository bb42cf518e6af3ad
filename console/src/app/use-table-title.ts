import { usePreferences } from '../preferences.js';
import { tableTitle } from './table-names.js';

export function useTableTitle(): (name: string) => string {
  const { language } = usePreferences();
  return (name) => tableTitle(name, language);
}
