import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ArtifactSummary, describeTable, renameTable } from '@workbook-data-service/client/api';
import { messages, useText } from '../../text/text.js';
import { TextArea, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { service } from '../service.js';

const texts = messages(
  {
    heading: 'Rename or describe the table',
    name: 'Name',
    nameHint: 'Queries, derived tables, charts and reports follow the new name.',
    description: 'Description',
    save: 'Save',
  },
  {
    heading: '表の名前と説明の変更',
    name: '名前',
    nameHint: 'クエリ、派生表、グラフ、レポートにも新しい名前が反映されます。',
    description: '説明',
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
  function submit(given: FormData): void {
    save.mutate({
      name: String(given.get('name')).trim(),
      description: String(given.get('description')).trim() || null,
    });
  }
  return (
    <FormDialog title={text.heading} action={text.save} onSubmit={submit} change={save} onClose={onClose}>
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
    </FormDialog>
  );
}
