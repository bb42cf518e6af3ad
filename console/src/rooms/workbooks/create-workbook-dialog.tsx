import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createWorkbook } from '@workbook-data-service/client/api';
import { rightsOf } from '../../app/rights.js';
import { service } from '../../app/service.js';
import { workspacesQuery } from '../../app/workspaces.js';
import { useText } from '../../text/text.js';
import { Select, TextArea, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
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
  function submit(given: FormData): void {
    const textOf = (name: string): string | null => (given.get(name) as string | null) || null;
    create.mutate({
      title: textOf('title') ?? '',
      description: textOf('description'),
      workspace_id: textOf('workspace'),
    });
  }
  return (
    <FormDialog title={text.create} action={text.make} onSubmit={submit} change={create} onClose={onClose}>
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
    </FormDialog>
  );
}
