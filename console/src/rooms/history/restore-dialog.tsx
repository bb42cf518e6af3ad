import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RestoreAnswer, restoreSnapshot, type Snapshot } from '@workbook-data-service/client/api';
import { RotateCcw } from 'lucide-react';
import { RowChanges } from '../../app/file-plan/row-changes.js';
import { service } from '../../app/service.js';
import { TableTitle } from '../../app/table-title.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { usePreferences } from '../../preferences.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import { titleOfSnapshot } from './snapshots.js';

const texts = messages(
  {
    title: (state: string) => `Go back to “${state}”`,
    would: 'This is what would happen. The present state is pinned first, so that you can come back to it.',
    table: 'Table',
    action: 'What happens',
    change: 'Change',
    cancel: 'Leave as it is',
    go: 'Go back',
    changing: (count: number) => (count === 1 ? 'One table changes.' : `${count} tables change.`),
    staying: (names: string) => `Unchanged: ${names}`,
    nothing: 'The workbook is in this state already.',
    done: (state: string) => `The workbook is as it was at “${state}”.`,
    undo: 'Undo',
    undone: 'The workbook is as it was before.',
    failed: (table: string, error: string) => `${table} could not be computed: ${error}`,
    restored: 'gets its old content',
    unchanged: 'stays',
    archived: 'is archived: it was made since',
    revived: 'comes back: it was deleted since',
    recomputed: 'is recomputed',
    notComputed: 'cannot be computed, and gets its old content',
  },
  {
    title: (state: string) => `「${state}」に戻す`,
    would: '次のように変わります。現在の状態は先に保存されるので、元に戻せます。',
    table: '表',
    action: '結果',
    change: '変更',
    cancel: 'そのままにする',
    go: '戻す',
    changing: (count: number) => `${count} 個の表が変わります。`,
    staying: (names: string) => `変更なし: ${names}`,
    nothing: 'ワークブックはすでにこの状態です。',
    done: (state: string) => `ワークブックを「${state}」の状態に戻しました。`,
    undo: '元に戻す',
    undone: 'ワークブックを元の状態に戻しました。',
    failed: (table: string, error: string) => `「${table}」を計算できませんでした: ${error}`,
    restored: '以前の内容に戻る',
    unchanged: '変わらない',
    archived: 'アーカイブされる（その後に作成）',
    revived: '復活する（その後に削除）',
    recomputed: '再計算される',
    notComputed: '計算できず、以前の内容に戻る',
  },
);

interface RestoreProps {
  workbookId: string;
  snapshot: Snapshot;
  onClose: () => void;
}

/** Shows what going back would change, goes back, and offers to come back from there. */
export function RestoreDialog({ workbookId, snapshot, onClose }: RestoreProps) {
  const text = useText(texts);
  const { language } = usePreferences();
  const queries = useQueryClient();
  const title = titleOfSnapshot(snapshot, language);
  const restoreTo = (snapshotId: string, dryRun: boolean, signal?: AbortSignal) =>
    restoreSnapshot(service, {
      path: { workbook_id: workbookId, snapshot_id: snapshotId },
      query: { dry_run: dryRun },
      body: {},
      signal,
    });
  const plan = useQuery({
    queryKey: ['workbook', workbookId, 'restore-plan', snapshot.id],
    queryFn: ({ signal }) => restoreTo(snapshot.id, true, signal),
    staleTime: 0,
  });
  const everything = () => queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
  const restore = useMutation({
    mutationFn: (snapshotId: string) => restoreTo(snapshotId, false),
    onSuccess: async ({ safety_snapshot_id: before }) => {
      onClose();
      showToast({
        text: text.done(title),
        ...(before !== null && { action: { label: text.undo, onClick: () => comeBack(before) } }),
      });
      await everything();
    },
  });
  async function comeBack(before: string): Promise<void> {
    await restoreTo(before, false);
    showToast({ text: text.undone });
    await everything();
  }
  const isNeeded = plan.data?.tables.some(({ action }) => action !== 'unchanged') ?? false;
  return (
    <Dialog
      title={text.title(title)}
      width="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            look="primary"
            icon={<RotateCcw />}
            disabled={!isNeeded || restore.isPending}
            onClick={() => restore.mutate(snapshot.id)}
          >
            {text.go}
          </Button>
        </>
      }
    >
      <ProblemNotice error={plan.error ?? restore.error} />
      {plan.isPending && <Loading />}
      {plan.data && <p>{isNeeded ? text.would : text.nothing}</p>}
      {plan.data && isNeeded && <Plan plan={plan.data} />}
    </Dialog>
  );
}

const looks = {
  restored: 'info',
  unchanged: 'neutral',
  archived: 'warning',
  revived: 'good',
  recomputed: 'info',
  failed: 'bad',
} as const;

function Plan({ plan }: { plan: RestoreAnswer }) {
  const text = useText(texts);
  const format = useFormat();
  const titleOf = useTableTitle();
  const staying = plan.tables.filter(({ action }) => action === 'unchanged');
  const changing = plan.tables.filter((table) => !staying.includes(table));
  return (
    <>
      <strong>{text.changing(changing.length)}</strong>
      <ListTable label={text.action} head={[text.table, text.action, text.change]}>
        {changing.map(({ artifact_id: id, name, action, error, changes }) => (
          <tr key={id}>
            <td>
              <TableTitle name={name} />
            </td>
            <td>
              <Badge kind={looks[action]}>{action === 'failed' ? text.notComputed : text[action]}</Badge>
              {error !== null && <p>{text.failed(titleOf(name), error)}</p>}
            </td>
            <td>{changes && <RowChanges rows={changes.rows} cells={format.number(changes.cells)} />}</td>
          </tr>
        ))}
      </ListTable>
      {staying.length > 0 && <p>{text.staying(staying.map(({ name }) => name).join(', '))}</p>}
    </>
  );
}
