import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type CreateTableRequest, createTable } from '@workbook-data-service/client/api';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { service } from '../../app/service.js';
import { TypeField } from '../../app/type-field.js';
import { messages, useText } from '../../text/text.js';
import { Button, IconButton } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import styles from './create-table-dialog.module.css';

const texts = messages(
  {
    title: 'New table',
    name: 'Name of the table',
    columns: 'Columns',
    column: (place: number) => `Name of column ${place}`,
    type: (place: number) => `Type of column ${place}`,
    remove: (place: number) => `Remove column ${place}`,
    add: 'One more column',
    make: 'Make it',
  },
  {
    title: '新しい表',
    name: '表の名前',
    columns: '列',
    column: (place: number) => `列 ${place} の名前`,
    type: (place: number) => `列 ${place} の型`,
    remove: (place: number) => `列 ${place} を外す`,
    add: '列を追加',
    make: '作成',
  },
);

/** An empty table, for what is typed or pasted rather than uploaded. */
export function CreateTableDialog({ workbookId, onClose }: { workbookId: string; onClose: () => void }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  /** Numbers that tell the lines apart; what is typed in them is read when the form is sent. */
  const [lines, setLines] = useState([0, 1]);
  const create = useMutation({
    mutationFn: (body: CreateTableRequest) =>
      createTable(service, { path: { workbook_id: workbookId }, body }),
    onSuccess: ({ table }) => {
      void queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
      return navigate({
        to: '/workbooks/$workbookId/tables/$table',
        params: { workbookId, table: table.name },
      });
    },
  });
  function submit(given: FormData): void {
    const types = given.getAll('type').map(String);
    const columns = given.getAll('column').map((name, place) => ({ name: String(name), type: types[place] }));
    create.mutate({ name: String(given.get('name')), columns });
  }
  return (
    <FormDialog title={text.title} action={text.make} onSubmit={submit} change={create} onClose={onClose}>
      <TextField label={text.name} name="name" required maxLength={200} autoFocus />
      <fieldset className={styles.columns}>
        <legend>{text.columns}</legend>
        {lines.map((line, at) => (
          <div key={line} className={styles.column}>
            <TextField label={text.column(at + 1)} name="column" required maxLength={200} />
            <TypeField label={text.type(at + 1)} />
            <IconButton
              label={text.remove(at + 1)}
              icon={<X />}
              disabled={lines.length === 1}
              onClick={() => setLines(lines.filter((one) => one !== line))}
            />
          </div>
        ))}
      </fieldset>
      <div>
        <Button icon={<Plus />} onClick={() => setLines([...lines, Math.max(...lines) + 1])}>
          {text.add}
        </Button>
      </div>
    </FormDialog>
  );
}
