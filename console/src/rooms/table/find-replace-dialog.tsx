import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Filter } from '@workbook-data-service/client';
import { type FormEvent, useState } from 'react';
import { isText } from '../../grid/cell-text.js';
import type { GridColumn } from '../../grid/types.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Checkbox, Select, TextField } from '../../ui/field.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { MAX_REPLACED_ROWS, planReplacement, type ReplacePlan, replaceCells } from './find-replace.js';
import type { TablePlace } from './first-rows.js';

const texts = messages(
  {
    title: 'Find and replace',
    find: 'Find',
    replace: 'Replace with',
    column: 'In',
    all: 'All text columns',
    exact: 'Same case of letters',
    whole: 'The whole cell',
    preview: 'Show what changes',
    apply: (count: string) => `Replace in ${count} cells`,
    cancel: 'Cancel',
    none: 'Nothing to replace was found in the rows that are shown.',
    more: (max: string) => `Only the first ${max} rows are changed at once; do it again for the others.`,
    listed: (shown: string, all: string) => `${shown} of ${all} changes`,
    changes: 'Changes',
    row: 'Row id',
    before: 'Before',
    after: 'After',
  },
  {
    title: '検索と置換',
    find: '検索する文字列',
    replace: '置換後の文字列',
    column: '対象',
    all: 'すべての文字列の列',
    exact: '大文字・小文字を区別する',
    whole: 'セル全体が一致',
    preview: '変更内容を確認',
    apply: (count: string) => `${count} セルを置換`,
    cancel: 'キャンセル',
    none: '表示中の行に、置換する文字列は見つかりませんでした。',
    more: (max: string) => `一度に変更できるのは最初の ${max} 行です。残りはもう一度実行してください。`,
    listed: (shown: string, all: string) => `変更 ${all} 件のうち ${shown} 件`,
    changes: '変更',
    row: '行 ID',
    before: '変更前',
    after: '変更後',
  },
);

const MAX_LISTED = 100;

interface FindReplaceDialogProps {
  place: TablePlace;
  columns: readonly GridColumn[];
  /** What the rows that are shown meet. */
  shown: Filter | undefined;
  onReplaced: (opId: number, cells: number) => void;
  onClose: () => void;
}

/** Replaces texts in all rows that are shown, after a look at what would change, as one op. */
export function FindReplaceDialog({ place, columns, shown, onReplaced, onClose }: FindReplaceDialogProps) {
  const text = useText(texts);
  const format = useFormat();
  const queries = useQueryClient();
  const [plan, setPlan] = useState<ReplacePlan>();
  const writable = columns.filter((column) => isText(column) && column.type === 'VARCHAR' && !column.badge);
  const look = useMutation({
    mutationFn: async (given: FormData) => {
      const column = String(given.get('column'));
      const found = await planReplacement(place, shown, {
        find: String(given.get('find')),
        replace: String(given.get('replace')),
        columns: column === '' ? writable.map(({ name }) => name) : [column],
        isExactCase: given.get('exact') === 'on',
        isWhole: given.get('whole') === 'on',
      });
      if (found.cells.length > 0) await replaceCells(place, found, true);
      return found;
    },
    onSuccess: setPlan,
  });
  const replace = useMutation({
    mutationFn: (wanted: ReplacePlan) => replaceCells(place, wanted, false),
    onSuccess: ({ op_id }, { cells }) => {
      void queries.invalidateQueries({ queryKey: ['workbook', place.workbookId, 'rows', place.table] });
      onReplaced(op_id, cells.length);
      onClose();
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    look.mutate(new FormData(event.currentTarget));
  }
  const count = plan?.cells.length ?? 0;
  return (
    <Dialog
      title={text.title}
      width="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            type="submit"
            form="find-replace"
            look={count > 0 ? 'plain' : 'primary'}
            disabled={look.isPending}
          >
            {text.preview}
          </Button>
          {plan && count > 0 && (
            <Button look="primary" disabled={replace.isPending} onClick={() => replace.mutate(plan)}>
              {text.apply(format.number(count))}
            </Button>
          )}
        </>
      }
    >
      <form id="find-replace" className="stacked" onSubmit={submit} onChange={() => setPlan(undefined)}>
        <TextField label={text.find} name="find" required autoFocus maxLength={1000} />
        <TextField label={text.replace} name="replace" maxLength={10_000} />
        <Select label={text.column} name="column">
          <option value="">{text.all}</option>
          {writable.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <Checkbox label={text.exact} name="exact" />
        <Checkbox label={text.whole} name="whole" />
      </form>
      <ProblemNotice error={look.error ?? replace.error} />
      {plan && count === 0 && <p role="status">{text.none}</p>}
      {plan?.hasMore && <p>{text.more(format.number(MAX_REPLACED_ROWS))}</p>}
      {plan && count > 0 && (
        <>
          <p role="status">{text.listed(format.number(Math.min(count, MAX_LISTED)), format.number(count))}</p>
          <ListTable label={text.changes} head={[text.row, text.column, text.before, text.after]}>
            {plan.cells.slice(0, MAX_LISTED).map(({ rowId, column, before, after }) => (
              <tr key={`${rowId} ${column}`}>
                <td>{rowId}</td>
                <td>{column}</td>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </ListTable>
        </>
      )}
    </Dialog>
  );
}
