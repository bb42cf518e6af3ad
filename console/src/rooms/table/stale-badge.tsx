import { useMutation, useQueryClient } from '@tanstack/react-query';
import { recompute, type Table } from '@workbook-data-service/client/api';
import { RefreshCw } from 'lucide-react';
import { service } from '../../app/service.js';
import { useRights } from '../../app/use-rights.js';
import { messages, useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ProblemNotice } from '../../ui/notice.js';

const texts = messages(
  {
    stale: 'Stale',
    recompute: 'Recompute',
    never_run: 'It has not been computed yet.',
    definition_changed: 'Its definition was changed.',
    input_changed: (table: string) => `${table} was changed.`,
    input_stale: (table: string) => `${table} is stale itself.`,
    input_deleted: (table: string) => `${table} was deleted.`,
  },
  {
    stale: '要再計算',
    recompute: '再計算',
    never_run: 'まだ計算されていません。',
    definition_changed: '定義が変更されました。',
    input_changed: (table: string) => `「${table}」が変更されました。`,
    input_stale: (table: string) => `「${table}」も再計算が必要です。`,
    input_deleted: (table: string) => `「${table}」が削除されました。`,
  },
);

/** That a derived table does not show its inputs as they are now, why, and the button that mends it. */
export function StaleBadge({ workbookId, table }: { workbookId: string; table: Table }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const { mayWrite } = useRights(workbookId);
  const run = useMutation({
    mutationFn: () =>
      recompute(service, { path: { workbook_id: workbookId }, body: { tables: [table.name] } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['workbook', workbookId] }),
  });
  if (!table.freshness.stale) return null;
  const reasons = table.freshness.because.map(({ reason, table: input }) => {
    const told = text[reason];
    return typeof told === 'function' ? told(input ?? '') : told;
  });
  return (
    <>
      <Badge kind="warning">{text.stale}</Badge>
      <span>{reasons.join(' ')}</span>
      {mayWrite && (
        <Button look="quiet" icon={<RefreshCw />} disabled={run.isPending} onClick={() => run.mutate()}>
          {text.recompute}
        </Button>
      )}
      <ProblemNotice error={run.error} />
    </>
  );
}
