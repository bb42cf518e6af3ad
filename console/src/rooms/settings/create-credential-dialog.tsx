import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createKey, createToken } from '@workbook-data-service/client/api';
import { type Scope, useScopeName } from '../../app/scope-names.js';
import { service } from '../../app/service.js';
import { workspacesQuery } from '../../app/workspaces.js';
import { useText } from '../../text/text.js';
import { Checkbox, Select, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { texts } from './credentials-texts.js';
import { SecretDialog } from './secret-dialog.js';
import styles from './settings.module.css';

/** Scopes of workbooks, which tokens are for, and those of the control plane, which keys have too. */
const ofWorkbooks: Scope[] = [
  'workbooks:read',
  'workbooks:write',
  'workbooks:delete',
  'cloud-files:read',
  'governance:configure',
];
const scopesOf: Record<'token' | 'key', Scope[]> = {
  token: ofWorkbooks,
  key: [
    ...ofWorkbooks,
    'workspaces:read',
    'workspaces:create',
    'workspaces:configure',
    'workspaces:delete',
    'keys:read',
    'keys:mint',
    'keys:revoke',
    'account:read',
    'billing:manage',
  ],
};

interface Wanted {
  name: string;
  scopes: Scope[];
  days: number;
  workspaceId: string | null;
}

async function mint(kind: 'token' | 'key', { name, scopes, days, workspaceId }: Wanted): Promise<string> {
  if (kind === 'key') {
    const body = { name, scopes, workspace_id: workspaceId };
    return (await createKey(service, { body })).key;
  }
  const resource = workspaceId === null ? 'account' : `workspace:${workspaceId}`;
  return (await createToken(service, { body: { name, scopes, expires_in_days: days, resource } })).token;
}

interface CreateCredentialDialogProps {
  kind: 'token' | 'key';
  title: string;
  /** Hears the secret, which the dialog shows once. */
  onMade?: (secret: string) => void;
  onClose: () => void;
}

export function CreateCredentialDialog({ kind, title, onMade, onClose }: CreateCredentialDialogProps) {
  const text = useText(texts);
  const nameOfScope = useScopeName();
  const queries = useQueryClient();
  const workspaces = useQuery(workspacesQuery);
  const create = useMutation({
    mutationFn: (wanted: Wanted) => mint(kind, wanted),
    onSuccess: (secret) => {
      onMade?.(secret);
      return queries.invalidateQueries({ queryKey: [`${kind}s`] });
    },
  });
  function submit(given: FormData): void {
    create.mutate({
      name: String(given.get('name')),
      scopes: given.getAll('scope') as Scope[],
      days: Number(given.get('days')),
      workspaceId: String(given.get('workspace')) || null,
    });
  }
  if (create.data)
    return (
      <SecretDialog
        title={title}
        label={text.secret}
        value={create.data}
        done={text.done}
        onClose={onClose}
      />
    );
  return (
    <FormDialog title={title} action={text.make} onSubmit={submit} change={create} onClose={onClose}>
      <TextField label={text.name} name="name" required maxLength={120} autoFocus />
      <fieldset className={styles.scopes}>
        <legend>{text.scopes}</legend>
        {scopesOf[kind].map((scope) => (
          <Checkbox
            key={scope}
            name="scope"
            value={scope}
            label={nameOfScope(scope)}
            defaultChecked={scope === 'workbooks:read'}
          />
        ))}
      </fieldset>
      {kind === 'token' && (
        <TextField label={text.days} name="days" type="number" min={1} max={365} defaultValue={90} />
      )}
      <Select label={text.workspace} name="workspace">
        <option value="">{text.all}</option>
        {workspaces.data?.workspaces.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
}
