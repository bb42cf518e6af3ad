import { useMutation, useQuery } from '@tanstack/react-query';
import { tagColumn } from '@workbook-data-service/client/api';
import { type FormEvent, useState } from 'react';
import { service } from '../../app/service.js';
import { useText } from '../../app/text.js';
import { tablesQuery } from '../../app/workbook-queries.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Select } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';
import { useReadAgain } from './governance-queries.js';
import { TagField } from './tag-field.js';
import { texts } from './texts.js';

/** Says what a column is. */
export function TagDialog({ workbookId, onClose }: { workbookId: string; onClose: () => void }) {
  const text = useText(texts);
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
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    save.mutate({
      table: String(given.get('table')),
      column: String(given.get('column')),
      tag: String(given.get('tag')).trim(),
    });
  }
  return (
    <Dialog
      title={text.tagColumn}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="tag-column" look="primary" disabled={save.isPending}>
            {text.save}
          </Button>
        </>
      }
    >
      <form id="tag-column" className="stacked" onSubmit={submit}>
        <Select
          label={text.table}
          name="table"
          required
          value={table?.name ?? ''}
          onChange={({ target }) => setChosen(target.value)}
        >
          {tables?.artifacts.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <Select key={table?.name} label={text.column} name="column" required>
          {table?.schema?.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <TagField workbookId={workbookId} />
      </form>
      <ProblemNotice error={save.error} />
    </Dialog>
  );
}
