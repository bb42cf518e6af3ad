import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createVersion } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { messages, useText } from '../../text/text.js';
import { TextArea, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { showToast } from '../../ui/toasts.js';

const texts = messages(
  {
    title: 'Pin this state',
    label: 'Label',
    labelHint: 'Short and unique, such as “March closing”',
    summary: 'What it is, for its readers (optional)',
    pin: 'Pin',
    done: (label: string) => `“${label}” is pinned.`,
  },
  {
    title: '現在の状態を保存',
    label: 'ラベル',
    labelHint: '「3 月締め」のように短く、重複しない名前',
    summary: '内容の説明（任意）',
    pin: '保存',
    done: (label: string) => `「${label}」を保存しました。`,
  },
);

/** Gives the present state of the workbook a label. */
export function PinDialog({ workbookId, onClose }: { workbookId: string; onClose: () => void }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const pin = useMutation({
    mutationFn: (body: { label: string; summary: string | null }) =>
      createVersion(service, { path: { workbook_id: workbookId }, body }),
    onSuccess: async ({ label }) => {
      await queries.invalidateQueries({ queryKey: ['workbook', workbookId, 'snapshots'] });
      showToast({ text: text.done(label) });
      onClose();
    },
  });
  function submit(given: FormData): void {
    pin.mutate({
      label: String(given.get('label')).trim(),
      summary: String(given.get('summary')).trim() || null,
    });
  }
  return (
    <FormDialog title={text.title} action={text.pin} onSubmit={submit} change={pin} onClose={onClose}>
      <TextField label={text.label} hint={text.labelHint} name="label" required maxLength={120} autoFocus />
      <TextArea label={text.summary} name="summary" maxLength={500} />
    </FormDialog>
  );
}
