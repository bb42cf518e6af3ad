import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createVersion } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { service } from '../../app/service.js';
import { messages, useText } from '../../app/text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextArea, TextField } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';

const texts = messages(
  {
    title: 'Pin this state',
    label: 'Label',
    labelHint: 'Short and unique, such as “March closing”',
    summary: 'What it is, for its readers (optional)',
    cancel: 'Cancel',
    pin: 'Pin',
    done: (label: string) => `“${label}” is pinned.`,
  },
  {
    title: '現在の状態を保存',
    label: 'ラベル',
    labelHint: '「3月締め」のように短く、重複しない名前',
    summary: '内容の説明（任意）',
    cancel: 'キャンセル',
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
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    pin.mutate({
      label: String(given.get('label')).trim(),
      summary: String(given.get('summary')).trim() || null,
    });
  }
  return (
    <Dialog
      title={text.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="pin-state" look="primary" disabled={pin.isPending}>
            {text.pin}
          </Button>
        </>
      }
    >
      <form id="pin-state" className="stacked" onSubmit={submit}>
        <TextField label={text.label} hint={text.labelHint} name="label" required maxLength={120} autoFocus />
        <TextArea label={text.summary} name="summary" maxLength={500} />
      </form>
      <ProblemNotice error={pin.error} />
    </Dialog>
  );
}
