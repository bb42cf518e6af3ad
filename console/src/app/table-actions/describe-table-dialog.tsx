import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ArtifactSummary, describeTable, renameTable } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextArea, TextField } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { service } from '../service.js';
import { messages, useText } from '../text.js';

const texts = messages(
  {
    heading: 'Rename or describe the table',
    name: 'Name',
    nameHint: 'Queries, derived tables, charts and reports follow the new name.',
    description: 'Description',
    cancel: 'Cancel',
    save: 'Save',
  },
  {
    heading: '表の名前と説明の変更',
    name: '名前',
    nameHint: '派生表、グラフ、レポートは新しい名前に追従します。',
    description: '説明',
    cancel: 'キャンセル',
    save: '保存',
  },
);

interface DescribeTableDialogProps {
  workbookId: string;
  table: Pick<ArtifactSummary, 'name' | 'edit_version' | 'description'>;
  onClose: () => void;
  onRenamed?: ((name: string) => void) | undefined;
}

export function DescribeTableDialog({ workbookId, table, onClose, onRenamed }: DescribeTableDialogProps) {
  const text = useText(texts);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async ({ name, description }: { name: string; description: string | null }) => {
      const path = { workbook_id: workbookId, name: table.name };
      if (description !== table.description) await describeTable(service, { path, body: { description } });
      // Last, since the table is found by its name; any version will do, as no cell depends on it.
      if (name !== table.name) await renameTable(service, { path, body: { name, expected_version: null } });
      return name;
    },
    onSuccess: (name) => {
      onClose();
      if (name !== table.name) onRenamed?.(name);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['workbook', workbookId] }),
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    save.mutate({
      name: String(given.get('name')).trim(),
      description: String(given.get('description')).trim() || null,
    });
  }
  return (
    <Dialog
      title={text.heading}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="describe-table" look="primary" disabled={save.isPending}>
            {text.save}
          </Button>
        </>
      }
    >
      <form id="describe-table" className="stacked" onSubmit={submit}>
        <TextField
          label={text.name}
          hint={text.nameHint}
          name="name"
          defaultValue={table.name}
          required
          maxLength={200}
          autoFocus
        />
        <TextArea
          label={text.description}
          name="description"
          defaultValue={table.description ?? ''}
          maxLength={4000}
        />
      </form>
      <ProblemNotice error={save.error} />
    </Dialog>
  );
}
