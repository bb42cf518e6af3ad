import { useMutation, useQuery } from '@tanstack/react-query';
import { tagColumn } from '@workbook-data-service/client/api';
import { useState } from 'react';
import { service } from '../../app/service.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { tablesQuery } from '../../app/workbook-queries.js';
import { useText } from '../../text/text.js';
import { Select } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { showToast } from '../../ui/toasts.js';
import { useReadAgain } from './governance-queries.js';
import { TagField } from './tag-field.js';
import { texts } from './texts.js';

/** Says what a column is. */
export function TagDialog({ workbookId, onClose }: { workbookId: string; onClose: () => void }) {
  const text = useText(texts);
  const titleOf = useTableTitle();
  const readAgain = useReadAgain(workbookId);
  const { data: tables } = useQuery(tablesQuery(workbookId));
  const [chosen, setChosen] = useState<string>();
  const table = tables?.artifacts.find(({ name }) => name === chosen) ?? tables?.artifacts[0];
  const save = useMutation({
    mutationFn: ({ table: name, column, tag }: { table: string; column: string; tag: string }) =>
      tagColumn(service, { path: { workbook_id: workbookId, name, column }, body: { tag } }),
    onSuccess: async ({ tag, column }) => {
      showToast({ text: text.tagDone(tag, column) });
      onClose();
      await readAgain();
    },
  });
  function submit(given: FormData): void {
    save.mutate({
      table: String(given.get('table')),
      column: String(given.get('column')),
      tag: String(given.get('tag')).trim(),
    });
  }
  return (
    <FormDialog title={text.tagColumn} action={text.save} onSubmit={submit} change={save} onClose={onClose}>
      <Select
        label={text.table}
        name="table"
        required
        value={table?.name ?? ''}
        onChange={({ target }) => setChosen(target.value)}
      >
        {tables?.artifacts.map(({ name }) => (
          <option key={name} value={name}>
            {titleOf(name)}
          </option>
        ))}
      </Select>
      <Select key={table?.name} label={text.column} name="column" required>
        {table?.schema?.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <TagField workbookId={workbookId} />
    </FormDialog>
  );
}
