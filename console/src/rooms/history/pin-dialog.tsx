import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createVersion, type Snapshot } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { usePreferences } from '../../preferences.js';
import { messages, useText } from '../../text/text.js';
import { TextArea, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { showToast } from '../../ui/toasts.js';
import { titleOfSnapshot } from './snapshots.js';

const texts = messages(
  {
    title: 'Pin this state',
    label: 'Label',
    labelHint: 'Short and unique, such as “March closing”',
    summary: 'What it is, for its readers (optional)',
    pin: 'Pin',
    done: (label: string) => `“${label}” is pinned.`,
    keepTitle: (state: string) => `Keep: ${state}`,
    keep: 'Keep',
  },
  {
    title: '現在の状態を保存',
    label: 'ラベル',
    labelHint: '「3 月締め」のように短く、重複しない名前',
    summary: '内容の説明（任意）',
    pin: '保存',
    done: (label: string) => `「${label}」を保存しました。`,
    keepTitle: (state: string) => `残す: ${state}`,
    keep: '残す',
  },
);

interface PinDialogProps {
  workbookId: string;
  /** A state that would end by itself; the present one where it is absent. */
  kept?: Snapshot | undefined;
  onClose: () => void;
}

/** Gives the present state of the workbook, or one that was pinned by itself, a label. */
export function PinDialog({ workbookId, kept, onClose }: PinDialogProps) {
  const text = useText(texts);
  const { language } = usePreferences();
  const queries = useQueryClient();
  const pin = useMutation({
    mutationFn: (body: { label: string; summary: string | null }) =>
      createVersion(service, {
        path: { workbook_id: workbookId },
        body: { ...body, ...(kept && { snapshot_id: kept.id }) },
      }),
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
    <FormDialog
      title={kept ? text.keepTitle(titleOfSnapshot(kept, language)) : text.title}
      action={kept ? text.keep : text.pin}
      onSubmit={submit}
      change={pin}
      onClose={onClose}
    >
      <TextField label={text.label} hint={text.labelHint} name="label" required maxLength={120} autoFocus />
      <TextArea label={text.summary} name="summary" maxLength={500} />
    </FormDialog>
  );
}
