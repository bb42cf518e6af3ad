import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { findSimilarValues, replaceValues, type SimilarValues } from '@workbook-data-service/client/api';
import { useState } from 'react';
import { service } from '../../app/service.js';
import type { GridColumn } from '../../grid/types.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Checkbox } from '../../ui/field.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { pathOf, type TablePlace } from './first-rows.js';
import styles from './tidy-values-dialog.module.css';

const texts = messages(
  {
    title: (column: string) => `Similar values of “${column}”`,
    hint: 'Choose the groups that mean the same, and what they become. All of it is one change that can be undone.',
    none: 'No two values of this column look alike.',
    only: (compared: string, distinct: string) =>
      `The ${compared} most frequent of ${distinct} values were compared.`,
    groups: 'Groups of similar values',
    choose: 'Merge',
    merge: (value: string) => `Merge the values like “${value}”`,
    values: 'Values',
    becomes: 'Becomes',
    becomesOf: (value: string) => `What the values like “${value}” become`,
    spelling: 'written differently',
    words: 'words in another order',
    letters: 'a letter apart',
    all: 'Choose all',
    apply: (rows: string) => `Change ${rows} cells`,
    cancel: 'Cancel',
  },
  {
    title: (column: string) => `「${column}」の似た値`,
    hint: '同じ意味のグループを選び、統一後の値を決めてください。全体が 1 つの変更となり、元に戻せます。',
    none: 'この列に似た値はありません。',
    only: (compared: string, distinct: string) =>
      `${distinct} 種類の値のうち、多い順に ${compared} 種類を比較しました。`,
    groups: '似た値のグループ',
    choose: '統一',
    merge: (value: string) => `「${value}」に似た値を統一`,
    values: '値',
    becomes: '統一後の値',
    becomesOf: (value: string) => `「${value}」に似た値の統一後の値`,
    spelling: '表記の違い',
    words: '語順の違い',
    letters: '1 文字違い',
    all: 'すべて選択',
    apply: (rows: string) => `${rows} セルを変更`,
    cancel: 'キャンセル',
  },
);

type Group = SimilarValues['groups'][number];

interface TidyValuesDialogProps {
  place: TablePlace;
  column: GridColumn;
  onReplaced: (opId: number, cells: number) => void;
  onClose: () => void;
}

/** Merges the spellings of one thing in a column, as a person chooses, in one op. */
export function TidyValuesDialog({ place, column, onReplaced, onClose }: TidyValuesDialogProps) {
  const text = useText(texts);
  const format = useFormat();
  const queries = useQueryClient();
  const path = { ...pathOf(place), column: column.name };
  const { data, error, isPending } = useQuery({
    queryKey: ['workbook', place.workbookId, 'similar-values', place.table, column.name],
    queryFn: ({ signal }) => findSimilarValues(service, { path, signal }),
    gcTime: 0,
  });
  /** By the suggested value of a group: what its values become. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const replace = useMutation({
    mutationFn: ({ edit_version, groups }: SimilarValues) =>
      replaceValues(service, {
        path,
        body: {
          replacements: groups.flatMap((group) => replacementsOf(group)),
          expected_version: edit_version,
        },
      }),
    onSuccess: ({ op_id, updated }) => {
      void queries.invalidateQueries({ queryKey: ['workbook', place.workbookId, 'rows', place.table] });
      onReplaced(op_id, updated);
      onClose();
    },
  });

  function replacementsOf({ suggested, values }: Group) {
    const to = chosen.get(suggested);
    if (to === undefined) return [];
    return values.flatMap(({ value: from }) => (from === to ? [] : [{ from, to }]));
  }
  function choose(groups: readonly Group[], to: (group: Group) => string | undefined): void {
    const next = new Map(chosen);
    for (const group of groups) {
      const value = to(group);
      if (value === undefined) next.delete(group.suggested);
      else next.set(group.suggested, value);
    }
    setChosen(next);
  }

  const groups = data?.groups ?? [];
  const changed = groups.reduce((sum, group) => {
    const from = new Set(replacementsOf(group).map((one) => one.from));
    return group.values.reduce((rows, one) => rows + (from.has(one.value) ? one.rows : 0), sum);
  }, 0);
  return (
    <Dialog
      title={text.title(column.name)}
      width="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          {data && groups.length > 0 && (
            <Button
              look="primary"
              disabled={changed === 0 || replace.isPending}
              onClick={() => replace.mutate(data)}
            >
              {text.apply(format.number(changed))}
            </Button>
          )}
        </>
      }
    >
      {isPending && <Loading />}
      <ProblemNotice error={error ?? replace.error} />
      {data && groups.length === 0 && <p role="status">{text.none}</p>}
      {data && data.compared < data.distinct && (
        <p>{text.only(format.number(data.compared), format.number(data.distinct))}</p>
      )}
      {groups.length > 0 && (
        <>
          <p>{text.hint}</p>
          <Checkbox
            label={text.all}
            checked={groups.every(({ suggested }) => chosen.has(suggested))}
            onChange={({ currentTarget }) =>
              choose(groups, ({ suggested }) => (currentTarget.checked ? suggested : undefined))
            }
          />
          <ListTable label={text.groups} head={[text.choose, text.values, text.becomes]}>
            {groups.map((group) => (
              <tr key={group.suggested}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={text.merge(group.suggested)}
                    checked={chosen.has(group.suggested)}
                    onChange={({ currentTarget }) =>
                      choose([group], () => (currentTarget.checked ? group.suggested : undefined))
                    }
                  />
                </td>
                <td>
                  <ul className={styles.values}>
                    {group.values.map(({ value, rows }) => (
                      <li key={value}>
                        <button type="button" onClick={() => choose([group], () => value)}>
                          {value}
                        </button>{' '}
                        <span className={styles.count}>{format.number(rows)}</span>
                      </li>
                    ))}
                  </ul>
                  <small>{text[group.likeness]}</small>
                </td>
                <td>
                  <input
                    className={styles.becomes}
                    aria-label={text.becomesOf(group.suggested)}
                    maxLength={10_000}
                    value={chosen.get(group.suggested) ?? group.suggested}
                    onChange={({ currentTarget }) => choose([group], () => currentTarget.value)}
                  />
                </td>
              </tr>
            ))}
          </ListTable>
        </>
      )}
    </Dialog>
  );
}
