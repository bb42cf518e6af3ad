import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  configureWorkspace,
  deleteWorkspace,
  type MyWorkspace,
  provisionWorkspace,
} from '@workbook-data-service/client/api';
import { type FormEvent, useState } from 'react';
import { service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Checkbox, TextField } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';
import { texts } from './members-texts.js';
import styles from './settings.module.css';

interface WorkspaceFormsProps {
  workspace: MyWorkspace;
  isAdmin: boolean;
}

/** Changes the workspace that is shown, and makes others. */
export function WorkspaceForms({ workspace, isAdmin }: WorkspaceFormsProps) {
  return (
    <>
      {isAdmin && <ConfigureForm workspace={workspace} />}
      {isAdmin && <DeleteWorkspace workspace={workspace} />}
      <CreateForm />
    </>
  );
}

function ConfigureForm({ workspace }: { workspace: MyWorkspace }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const configure = useMutation({
    mutationFn: (body: { name: string; second_factor_required: boolean }) =>
      configureWorkspace(service, { path: { workspace_id: workspace.id }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['workspaces'] });
      showToast({ text: text.saved });
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    configure.mutate({
      name: String(given.get('name')),
      second_factor_required: given.has('second-factor'),
    });
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <h2>{text.settings}</h2>
      <TextField label={text.name} name="name" defaultValue={workspace.name} required maxLength={120} />
      <Checkbox
        label={text.secondFactor}
        name="second-factor"
        defaultChecked={workspace.second_factor_required}
      />
      <ProblemNotice error={configure.error} />
      <div>
        <Button type="submit" disabled={configure.isPending}>
          {text.save}
        </Button>
      </div>
    </form>
  );
}

function DeleteWorkspace({ workspace: { id, name } }: { workspace: MyWorkspace }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/settings/members' });
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteWorkspace(service, { path: { workspace_id: id } }),
    onSuccess: async () => {
      showToast({ text: text.deleted(name) });
      await navigate({ search: {} });
      await queries.invalidateQueries({ queryKey: ['workspaces'] });
    },
  });
  return (
    <section className={styles.form}>
      <h2>{text.delete}</h2>
      <p>{text.deleteHint}</p>
      <div>
        <Button look="danger" onClick={() => setIsAsking(true)}>
          {text.deleteAction}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={text.deleteTitle(name)}
          action={text.deleteAction}
          change={{ ...remove, mutate: () => remove.mutate() }}
          onClose={() => setIsAsking(false)}
        >
          <p>{text.deleteHint}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function CreateForm() {
  const text = useText(texts);
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/settings/members' });
  const create = useMutation({
    mutationFn: (name: string) => provisionWorkspace(service, { body: { name } }),
    onSuccess: async ({ id, name }) => {
      await queries.invalidateQueries({ queryKey: ['workspaces'] });
      showToast({ text: text.made(name) });
      await navigate({ search: { workspace: id } });
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    create.mutate(String(new FormData(event.currentTarget).get('new-name')));
  }
  return (
    <section className={styles.form}>
      <h2>{text.create}</h2>
      <form className={styles.inline} onSubmit={submit}>
        <TextField label={text.name} name="new-name" required maxLength={120} />
        <Button type="submit" disabled={create.isPending}>
          {text.make}
        </Button>
      </form>
      <ProblemNotice error={create.error} />
    </section>
  );
}
