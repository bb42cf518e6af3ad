import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Filter } from '@workbook-data-service/client';
import { summarizeRows } from '@workbook-data-service/client/api';
import { useDeferredValue, useState } from 'react';
import { service } from '../../app/service.js';
import { shownText } from '../../grid/cell-text.js';
import type { GridColumn } from '../../grid/types.js';
import { usePreferences } from '../../preferences.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { SearchField } from '../../ui/search-field.js';
import { pathOf, type TablePlace } from './first-rows.js';
import styles from './value-choice.module.css';

const texts = messages(
  {
    search: 'Search the values',
    values: 'Values',
    empty: '(empty)',
    all: 'Tick all that are listed',
    none: 'Tick none',
    more: (shown: string, all: string) => `The ${shown} most frequent of ${all} values are listed.`,
    nothing: 'No value is like that.',
  },
  {
    search: '値を検索',
    values: '値',
    empty: '（空）',
    all: '一覧の値をすべて選択',
    none: '選択をすべて外す',
    more: (shown: string, all: string) => `${all} 個の値のうち、多い順に ${shown} 個を表示しています。`,
    nothing: '該当する値はありません。',
  },
);

const MAX_LISTED = 200;

interface ValueChoiceProps {
  place: TablePlace;
  column: GridColumn;
  /** What else the rows meet, so that the counts are those of the rows in view. */
  others: Filter | undefined;
  asOf: string | undefined;
  ticked: readonly unknown[];
  onTick: (ticked: unknown[]) => void;
}

/** The most frequent values of a column with how many rows have each, to tick those that are wanted. */
export function ValueChoice({ place, column, others, asOf, ticked, onTick }: ValueChoiceProps) {
  const text = useText(texts);
  const format = useFormat();
  const { language } = usePreferences();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim());
  const found = useQuery({
    queryKey: ['workbook', place.workbookId, 'column-values', place.table, column.name, others, asOf, wanted],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const search = wanted && ({ column: column.name, op: 'search', value: wanted } as Filter);
      const conditions = [others, search].filter((one) => one !== undefined && one !== '');
      return summarizeRows(service, {
        path: pathOf(place),
        query: {
          group_by: JSON.stringify([column.name]),
          order_groups: 'rows',
          limit: MAX_LISTED,
          ...(conditions.length > 0 && { filter: JSON.stringify({ and: conditions }) }),
          ...(asOf !== undefined && { as_of: asOf }),
        },
        signal,
      });
    },
  });
  const isTicked = (value: unknown) => ticked.some((one) => one === value);
  const groups = found.data?.groups ?? [];
  const listed = groups.map(({ values }) => values[0]);
  return (
    <div className={styles.choice}>
      <SearchField label={text.search} value={typed} onChange={({ target }) => setTyped(target.value)} />
      <div className={styles.buttons}>
        <Button onClick={() => onTick([...new Set([...ticked, ...listed])])}>{text.all}</Button>
        <Button disabled={ticked.length === 0} onClick={() => onTick([])}>
          {text.none}
        </Button>
      </div>
      <ProblemNotice error={found.error} />
      {found.isPending && <Loading />}
      {found.data && groups.length === 0 && <p>{text.nothing}</p>}
      <ul aria-label={text.values} className={styles.values}>
        {groups.map(({ values: [value], rows }) => (
          <li key={JSON.stringify(value)}>
            <label>
              <input
                type="checkbox"
                checked={isTicked(value)}
                onChange={({ target }) =>
                  onTick(target.checked ? [...ticked, value] : ticked.filter((one) => one !== value))
                }
              />
              <span>{shownText(value, column, language) || text.empty}</span>
              <small>{format.number(rows)}</small>
            </label>
          </li>
        ))}
      </ul>
      {found.data && found.data.group_count > groups.length && (
        <small>{text.more(format.number(groups.length), format.number(found.data.group_count))}</small>
      )}
    </div>
  );
}
