import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listInvitations, withdrawInvitation } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';
import { texts } from './members-texts.js';
import styles from './settings.module.css';

/** For admins; nothing where none waits. */
export function InvitationList({ workspaceId }: { workspaceId: string }) {
  const text = useText(texts);
  const format = useFormat();
  const queries = useQueryClient();
  const invitations = useQuery({
    queryKey: ['workspace', workspaceId, 'invitations'],
    queryFn: ({ signal }) => listInvitations(service, { path: { workspace_id: workspaceId }, signal }),
  });
  const withdraw = useMutation({
    mutationFn: (invitation_id: string) =>
      withdrawInvitation(service, { path: { workspace_id: workspaceId, invitation_id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['workspace', workspaceId, 'invitations'] });
      showToast({ text: text.withdrawn });
    },
  });
  if (invitations.error) return <ProblemNotice error={invitations.error} />;
  if (!invitations.data || invitations.data.invitations.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{text.waiting}</h2>
      <ProblemNotice error={withdraw.error} />
      <ListTable label={text.waiting} head={[text.invitation, text.role, text.expires, text.actions]}>
        {invitations.data.invitations.map(({ id, email, base_role, expires_at }) => (
          <tr key={id}>
            <td className={styles.wrapping}>{email}</td>
            <td>{text[base_role]}</td>
            <td title={format.dateTime(expires_at)}>{format.ago(expires_at)}</td>
            <td>
              <Button look="quiet" disabled={withdraw.isPending} onClick={() => withdraw.mutate(id)}>
                {text.withdraw}
              </Button>
            </td>
          </tr>
        ))}
      </ListTable>
    </section>
  );
}
