import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeReading, type ReadingTarget } from '@workbook-data-service/client/api';
import { useState } from 'react';
import { service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { Select, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { showToast } from '../../ui/toasts.js';
import { texts } from './readings-texts.js';

interface ChangeReadingDialogProps {
  path: { workspace_id: string; reading_id: string };
  name: string;
  target: ReadingTarget;
  onClose: () => void;
}

const modes = ['new', 'append', 'replace'] as const;

/** What a remembered reading is called, and where the rows of its files go. */
export function ChangeReadingDialog({ path, name, target, onClose }: ChangeReadingDialogProps) {
  const text = useText(texts);
  const queries = useQueryClient();
  const [mode, setMode] = useState(target.mode);
  const save = useMutation({
    mutationFn: (body: { name: string; target: ReadingTarget }) => changeReading(service, { path, body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['readings', path.workspace_id] });
      onClose();
      showToast({ text: text.saved });
    },
  });
  function submit(given: FormData): void {
    const field = (key: string): string | null => String(given.get(key) ?? '').trim() || null;
    save.mutate({
      name: field('name') ?? name,
      target:
        mode === 'new'
          ? { mode }
          : {
              mode,
              table: field('table'),
              period_column: field('period-column'),
              source_column: field('source-column'),
            },
    });
  }
  return (
    <FormDialog
      title={text.changeTitle(name)}
      action={text.save}
      onSubmit={submit}
      change={save}
      onClose={onClose}
    >
      <TextField label={text.name} name="name" defaultValue={name} required maxLength={200} autoFocus />
      <Select
        label={text.mode}
        value={mode}
        onChange={({ currentTarget }) => setMode(currentTarget.value as typeof mode)}
      >
        {modes.map((one) => (
          <option key={one} value={one}>
            {text[one]}
          </option>
        ))}
      </Select>
      {mode !== 'new' && (
        <TextField
          label={text.table}
          hint={text.tableHint}
          name="table"
          defaultValue={target.table ?? ''}
          required
          maxLength={200}
        />
      )}
      {mode === 'append' && (
        <>
          <TextField
            label={text.periodColumn}
            hint={text.periodHint}
            name="period-column"
            defaultValue={target.period_column ?? ''}
            maxLength={200}
          />
          <TextField
            label={text.sourceColumn}
            hint={text.sourceHint}
            name="source-column"
            defaultValue={target.source_column ?? ''}
            maxLength={200}
          />
        </>
      )}
    </FormDialog>
  );
}
