import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createWorkbook } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { rightsOf } from '../../app/rights.js';
import { service } from '../../app/service.js';
import { useText } from '../../app/text.js';
import { workspacesQuery } from '../../app/workspaces.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Select, TextArea, TextField } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { texts } from './texts.js';

export function CreateWorkbookDialog({ onClose }: { onClose: () => void }) {
  const text = useText(texts);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { workspace } = useSearch({ from: '/signed-in/workbooks' });
  const workspaces = useQuery(workspacesQuery);
  const create = useMutation({
    mutationFn: (body: { title: string; description: string | null; workspace_id: string | null }) =>
      createWorkbook(service, { body }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['workbooks'] });
      return navigate({ to: '/workbooks/$workbookId', params: { workbookId: id } });
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const textOf = (name: string): string | null => (given.get(name) as string | null) || null;
    create.mutate({
      title: textOf('title') ?? '',
      description: textOf('description'),
      workspace_id: textOf('workspace'),
    });
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
      <ProblemNotice error={create.error} />
      <form id="create-workbook" className="stacked" onSubmit={submit}>
        <TextField label={text.name} name="title" required maxLength={300} autoFocus />
        <TextArea label={text.description} name="description" maxLength={4000} />
        {workspaces.data && workspaces.data.workspaces.length > 1 && (
          <Select label={text.inWorkspace} name="workspace" defaultValue={workspace}>
            {workspaces.data.workspaces
              .filter(({ base_role }) => rightsOf(base_role, false).mayWrite)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </Select>
        )}
      </form>
    </Dialog>
  );
}
