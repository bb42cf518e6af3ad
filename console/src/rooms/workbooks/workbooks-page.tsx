import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { createWorkbook, listMyWorkbooks } from '@workbook-data-service/client/api';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useFormat } from '../../app/format.js';
import { service } from '../../app/service.js';
import { messages, useText } from '../../app/text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { EmptyState } from '../../ui/empty-state.js';
import { TextField } from '../../ui/field.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';

const texts = messages(
  {
    title: 'Workbooks',
    create: 'New workbook',
    name: 'Title',
    make: 'Create',
    cancel: 'Cancel',
    changed: 'Created',
    none: 'No workbooks yet',
    hint: 'A workbook holds the tables of your files. Make one, and drop spreadsheets into it.',
  },
  {
    title: 'ワークブック',
    create: '新規ワークブック',
    name: '名前',
    make: '作成',
    cancel: 'キャンセル',
    changed: '作成日',
    none: 'ワークブックはまだありません',
    hint: 'ワークブックには、ファイルから作られた表が入ります。作成して、表計算ファイルをドロップしてください。',
  },
);

export function WorkbooksPage() {
  const text = useText(texts);
  const format = useFormat();
  const [isCreating, setIsCreating] = useState(false);
  const workbooks = useQuery({
    queryKey: ['workbooks'],
    queryFn: ({ signal }) => listMyWorkbooks(service, { query: { limit: 200 }, signal }),
  });
  const create = (
    <Button look="primary" icon={<Plus />} onClick={() => setIsCreating(true)}>
      {text.create}
    </Button>
  );
  return (
    <Page title={text.title} actions={create}>
      <ProblemNotice error={workbooks.error} />
      {workbooks.isPending && <Loading />}
      {workbooks.data?.workbooks.length === 0 && (
        <EmptyState title={text.none} actions={create}>
          {text.hint}
        </EmptyState>
      )}
      {workbooks.data && workbooks.data.workbooks.length > 0 && (
        <ListTable label={text.title} head={[text.name, text.changed]}>
          {workbooks.data.workbooks.map(({ id, title, created_at }) => (
            <tr key={id}>
              <td>
                <Link to="/workbooks/$workbookId" params={{ workbookId: id }}>
                  {title}
                </Link>
              </td>
              <td title={format.dateTime(created_at)}>{format.ago(created_at)}</td>
            </tr>
          ))}
        </ListTable>
      )}
      {isCreating && <CreateDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const text = useText(texts);
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: (title: string) => createWorkbook(service, { body: { title } }),
    onSuccess: ({ id }) => navigate({ to: '/workbooks/$workbookId', params: { workbookId: id } }),
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    create.mutate(String(new FormData(event.currentTarget).get('title')));
  }
  return (
    <Dialog
      title={text.create}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="create-workbook" look="primary" disabled={create.isPending}>
            {text.make}
          </Button>
        </>
      }
    >
      <form id="create-workbook" onSubmit={submit}>
        <TextField label={text.name} name="title" required maxLength={200} autoFocus />
      </form>
      <ProblemNotice error={create.error} />
    </Dialog>
  );
}
