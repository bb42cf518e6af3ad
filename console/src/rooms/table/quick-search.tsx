import { useEffect, useState } from 'react';
import { ANY_COLUMN, type Condition, isSearch } from '../../app/row-filter/conditions.js';
import { messages, useText } from '../../text/text.js';
import { SearchField } from '../../ui/search-field.js';
import styles from './table-page.module.css';

const texts = messages({ search: 'Search the texts of the table' }, { search: '表の文字列を検索' });

/** Typing is not yet what is looked for. */
const REST_MS = 300;

interface QuickSearchProps {
  conditions: readonly Condition[];
  onChange: (conditions: Condition[]) => void;
}

/** Finds rows by what any of their texts contains. */
export function QuickSearch({ conditions, onChange }: QuickSearchProps) {
  const text = useText(texts);
  const shown = String(conditions.find(isSearch)?.value ?? '');
  const [typed, setTyped] = useState(shown);
  useEffect(() => {
    setTyped(shown);
  }, [shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed is waited for.
  useEffect(() => {
    if (typed.trim() === shown) return;
    const resting = setTimeout(() => {
      const others = conditions.filter((one) => !isSearch(one));
      const value = typed.trim();
      onChange(value === '' ? others : [...others, { column: ANY_COLUMN, op: 'search', value }]);
    }, REST_MS);
    return () => clearTimeout(resting);
  }, [typed]);
  return (
    <div className={styles.search}>
      <SearchField label={text.search} value={typed} onChange={({ target }) => setTyped(target.value)} />
    </div>
  );
}
