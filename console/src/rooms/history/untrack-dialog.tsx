import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FileLink, untrackFile } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { ProblemNotice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';

const texts = messages(
  {
    untrack: 'Stop tracking',
    untrackOf: (file: string) => `Stop tracking ${file}`,
    untrackHint: 'The source, its tables and their history stay. The list of versions of the file goes.',
    cancel: 'Cancel',
    untracked: (file: string) => `${file} is no longer tracked.`,
  },
  {
    untrack: '追跡を終了',
    untrackOf: (file: string) => `${file} の追跡を終了`,
    untrackHint: 'ファイル、表、その履歴は残ります。版の一覧は削除されます。',
    cancel: 'キャンセル',
    untracked: (file: string) => `${file} の追跡を終了しました。`,
  },
);

/** Asks before a file is no longer followed. */
export function UntrackDialog({
  workbookId,
  link,
  onClose,
}: {
  workbookId: string;
  link: FileLink;
  onClose: () => void;
}) {
  const text = useText(texts);
  const queries = useQueryClient();
  const untrack = useMutation({
    mutationFn: () => untrackFile(service, { path: { workbook_id: workbookId, link_id: link.id } }),
    onSuccess: async ({ filename }) => {
      showToast({ text: text.untracked(filename) });
      onClose();
      await queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
    },
  });
  return (
    <Dialog
      title={text.untrackOf(link.filename)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button look="danger" disabled={untrack.isPending} onClick={() => untrack.mutate()}>
            {text.untrack}
          </Button>
        </>
      }
    >
      <p>{text.untrackHint}</p>
      <ProblemNotice error={untrack.error} />
    </Dialog>
  );
}
