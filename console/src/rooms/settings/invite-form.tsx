import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type InviteMemberData, inviteMember } from '@workbook-data-service/client/api';
import { UserPlus } from 'lucide-react';
import type { FormEvent } from 'react';
import { service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Select, TextField } from '../../ui/field.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { Secret } from '../../ui/secret.js';
import { showToast } from '../../ui/toasts.js';
import { texts } from './members-texts.js';
import styles from './settings.module.css';

type Given = InviteMemberData['body'];

export function InviteForm({ workspaceId }: { workspaceId: string }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const invite = useMutation({
    mutationFn: ({ body }: { body: Given; form: HTMLFormElement }) =>
      inviteMember(service, { path: { workspace_id: workspaceId }, body }),
    onSuccess: (answer, { form }) => {
      form.reset();
      void queries.invalidateQueries({ queryKey: ['workspace', workspaceId] });
      if ('user' in answer) showToast({ text: text.joined(answer.user.email) });
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const body = { email: String(given.get('email')), base_role: given.get('role') as Given['base_role'] };
    invite.mutate({ body, form });
  }
  const invitation = invite.data && 'invitation' in invite.data ? invite.data.invitation : undefined;
  return (
    <section className={styles.section}>
      <h2>{text.invite}</h2>
      <form className={styles.inline} onSubmit={submit}>
        <TextField label={text.email} name="email" type="email" required />
        <Select label={text.role} name="role" defaultValue="editor">
          <option value="viewer">{text.viewer}</option>
          <option value="editor">{text.editor}</option>
          <option value="admin">{text.admin}</option>
        </Select>
        <Button type="submit" look="primary" icon={<UserPlus />} disabled={invite.isPending}>
          {text.send}
        </Button>
      </form>
      <ProblemNotice error={invite.error} />
      {invitation?.url && (
        <>
          <p>{text.invited(invitation.email)}</p>
          <Secret label={text.link} value={invitation.url} />
        </>
      )}
      {invitation && !invitation.url && (
        <Notice kind={invitation.mailed ? 'info' : 'warning'}>
          {invitation.mailed ? text.mailed(invitation.email) : text.waitsForSignIn(invitation.email)}
        </Notice>
      )}
    </section>
  );
}
