import { useQuery } from '@tanstack/react-query';
import { ProblemError } from '@workbook-data-service/client';
import { readRows } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { exactText } from '../../grid/cell-text.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ListTable } from '../../ui/list-table.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import type { TablePlace } from './first-rows.js';
import type { EditState, LostRace, TableEdits } from './table-edits.js';
import styles from './table-page.module.css';

const texts = messages(
  {
    unsaved: (count: number) => `${count} ${count === 1 ? 'cell is' : 'cells are'} not saved.`,
    again: 'Try again',
    discard: 'Discard',
    undoAnyway: 'Undo anyway',
    close: 'Close',
    lost: 'Someone changed the same cells while you were editing them.',
    row: 'Row',
    column: 'Column',
    before: 'You saw',
    now: 'It is now',
    mine: 'You typed',
    apply: 'Apply mine again',
    keep: 'Keep theirs',
    empty: 'empty',
    deleted: 'deleted',
  },
  {
    unsaved: (count: number) => `${count} 個のセルが保存されていません。`,
    again: 'もう一度保存',
    discard: '破棄',
    undoAnyway: 'それでも元に戻す',
    close: '閉じる',
    lost: '編集している間に、ほかの人が同じセルを変更しました。',
    row: '行',
    column: '列',
    before: '編集前の値',
    now: '現在の値',
    mine: '入力した値',
    apply: '自分の値を適用',
    keep: '現在の値を残す',
    empty: '空',
    deleted: '削除済み',
  },
);

/** What could not be saved, with what was typed, and what to do about it. */
export function EditNotices({
  state,
  edits,
  place,
}: {
  state: EditState;
  edits: TableEdits;
  place: TablePlace;
}) {
  const text = useText(texts);
  const { failure, race } = state;
  if (race) return <RaceNotice race={race} edits={edits} place={place} />;
  if (!failure) return null;
  const { error, cells, step } = failure;
  const canForce = error instanceof ProblemError && 'conflicts' in error.members;
  return (
    <div className={styles.notices}>
      <ProblemNotice error={error}>
        {cells.length > 0 && <p>{text.unsaved(cells.length)}</p>}
        <div className={styles.choices}>
          {cells.length > 0 && <Button onClick={() => edits.again()}>{text.again}</Button>}
          {step && canForce && <Button onClick={() => void edits.take(step, true)}>{text.undoAnyway}</Button>}
          <Button onClick={() => edits.discard()}>{cells.length > 0 ? text.discard : text.close}</Button>
        </div>
      </ProblemNotice>
    </div>
  );
}

/** What changed meanwhile, cell by cell. */
function RaceNotice({ race, edits, place }: { race: LostRace; edits: TableEdits; place: TablePlace }) {
  const text = useText(texts);
  const shown = race.cells.slice(0, 20);
  const ids = [...new Set(shown.map(({ rowId }) => Number(rowId)))];
  const now = useQuery({
    queryKey: ['workbook', place.workbookId, 'rows', place.table, 'race', race.currentVersion, ids],
    queryFn: ({ signal }) =>
      readRows(service, {
        path: { workbook_id: place.workbookId, name: place.table },
        query: {
          filter: JSON.stringify({ column: '__svc_row_id', op: 'in', value: ids }),
          limit: ids.length,
        },
        signal,
      }),
  });
  const current = (rowId: string, column: string): string => {
    if (!now.data) return '…';
    const row = now.data.rows.find(({ __svc_row_id }) => String(__svc_row_id) === rowId);
    return row ? exactText(row[column]) || text.empty : text.deleted;
  };
  return (
    <div className={styles.notices}>
      <Notice kind="warning">
        <p>
          <strong>{text.lost}</strong>
        </p>
        <ListTable label={text.lost} head={[text.row, text.column, text.before, text.now, text.mine]}>
          {shown.map(({ rowId, column, before, value }) => (
            <tr key={`${rowId} ${column}`}>
              <td>{rowId}</td>
              <td>{column}</td>
              <td>{exactText(before) || text.empty}</td>
              <td>{current(rowId, column)}</td>
              <td>{exactText(value) || text.empty}</td>
            </tr>
          ))}
        </ListTable>
        <div className={styles.choices}>
          <Button look="primary" onClick={() => edits.again()}>
            {text.apply}
          </Button>
          <Button onClick={() => edits.discard()}>{text.keep}</Button>
        </div>
      </Notice>
    </div>
  );
}
