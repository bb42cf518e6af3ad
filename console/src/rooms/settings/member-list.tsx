import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import {
  changeMember,
  confirmMember,
  listMembers,
  type MyWorkspace,
  removeMember,
  setMemberRoles,
  type WorkspaceMember,
} from '@workbook-data-service/client/api';
import { UserCheck, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { service } from '../../app/service.js';
import { sessionQuery } from '../../app/session.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { useChoice } from '../../ui/use-choice.js';
import { texts } from './members-texts.js';
import styles from './settings.module.css';

interface MemberListProps {
  workspace: MyWorkspace;
  isAdmin: boolean;
}

export function MemberList({ workspace, isAdmin }: MemberListProps) {
  const text = useText(texts);
  const members = useQuery({
    queryKey: ['workspace', workspace.id, 'members'],
    queryFn: ({ signal }) => listMembers(service, { path: { workspace_id: workspace.id }, signal }),
  });
  return (
    <section className={styles.section}>
      <h2>{text.title}</h2>
      <ProblemNotice error={members.error} />
      {members.isPending && <Loading />}
      {members.data && (
        <ListTable label={text.title} head={[text.member, text.role, text.roles, text.actions]}>
          {members.data.users.map((member) => (
            <MemberRow key={member.id} member={member} workspace={workspace} isAdmin={isAdmin} />
          ))}
        </ListTable>
      )}
    </section>
  );
}

function MemberRow({ member, workspace, isAdmin }: MemberListProps & { member: WorkspaceMember }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const [asked, setAsked] = useState<'remove' | 'confirm'>();
  const path = { workspace_id: workspace.id, user_id: member.id };
  const readAgain = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['workspace', workspace.id] }),
      queries.invalidateQueries({ queryKey: ['workspaces'] }),
    ]);
  const changeRole = useMutation({
    mutationFn: (base_role: WorkspaceMember['base_role']) =>
      changeMember(service, { path, body: { base_role } }),
    onSettled: readAgain,
  });
  const role = useChoice(member.base_role, changeRole.mutateAsync);
  const setRoles = useMutation({
    mutationFn: (roles: string[]) => setMemberRoles(service, { path, body: { roles } }),
    onSettled: readAgain,
  });
  const remove = useMutation({ mutationFn: () => removeMember(service, { path }), onSuccess: readAgain });
  const confirm = useMutation({ mutationFn: () => confirmMember(service, { path }), onSuccess: readAgain });
  const waits = member.status === 'waits';
  const isOwner = member.id === workspace.owner.id;
  const isSelf = member.id === user.id;
  return (
    <tr>
      <td className={styles.wrapping}>
        {member.name ?? member.email} {isSelf && <Badge>{text.you}</Badge>}{' '}
        {isOwner && <Badge kind="info">{text.owner}</Badge>}{' '}
        {!member.proven && (
          <Badge kind="warning" title={text.unprovenHint}>
            {waits ? text.waits : text.unproven}
          </Badge>
        )}
        {member.name && <div className={styles.soft}>{member.email}</div>}
        <ProblemNotice error={changeRole.error ?? setRoles.error} />
      </td>
      <td>
        {isAdmin && !isOwner && !waits ? (
          <select
            aria-label={text.roleOf(member.email)}
            value={role.shown}
            onChange={({ currentTarget }) => role.choose(currentTarget.value as WorkspaceMember['base_role'])}
          >
            <option value="viewer">{text.viewer}</option>
            <option value="editor">{text.editor}</option>
            <option value="admin">{text.admin}</option>
          </select>
        ) : (
          text[member.base_role]
        )}
      </td>
      <td>
        {isAdmin && !waits ? (
          <input
            aria-label={text.rolesOf(member.email)}
            title={text.rolesHint}
            placeholder="finance, audit"
            defaultValue={member.custom_roles.join(', ')}
            onBlur={({ currentTarget: { value } }) => {
              const roles = value.split(/[,、]/).flatMap((role) => role.trim() || []);
              if (roles.join() !== member.custom_roles.join()) setRoles.mutate(roles);
            }}
          />
        ) : (
          member.custom_roles.join(', ')
        )}
      </td>
      <td>
        {!member.proven && user.id === workspace.owner.id && (
          <Button look="quiet" icon={<UserCheck />} onClick={() => setAsked('confirm')}>
            {text.confirm}
          </Button>
        )}
        {(isAdmin || isSelf) && !isOwner && (
          <Button look="quiet" icon={<UserMinus />} onClick={() => setAsked('remove')}>
            {isSelf ? text.leave : text.remove}
          </Button>
        )}
        {asked === 'confirm' && (
          <ConfirmDialog
            title={text.confirmTitle(member.email)}
            action={text.confirm}
            change={confirm}
            onClose={() => setAsked(undefined)}
          >
            {text.confirmHint}
          </ConfirmDialog>
        )}
        {asked === 'remove' && (
          <ConfirmDialog
            title={text.removeTitle(member.email)}
            action={isSelf ? text.leave : text.remove}
            change={remove}
            onClose={() => setAsked(undefined)}
          >
            {text.removeHint}
          </ConfirmDialog>
        )}
      </td>
    </tr>
  );
}
