import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  acceptNotice,
  declineNotice,
  listNotices,
  type Notice as WaitingNotice,
} from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';
import styles from './waiting-invitations.module.css';

const texts = messages(
  {
    about: 'You are invited to workspaces of others.',
    invitation: (workspace: string, inviter: string, role: string) =>
      `“${workspace}”, as ${role}, by ${inviter}`,
    somebody: 'a deleted user',
    admin: 'an admin',
    editor: 'an editor',
    viewer: 'a viewer',
    join: 'Join',
    decline: 'Decline',
    joined: (workspace: string) => `You are in “${workspace}”`,
  },
  {
    about: 'ほかの人のワークスペースに招待されています。',
    invitation: (workspace: string, inviter: string, role: string) =>
      `「${workspace}」（役割: ${role}、招待した人: ${inviter}）`,
    somebody: '退会した人',
    admin: '管理者',
    editor: '編集者',
    viewer: '閲覧者',
    join: '参加する',
    decline: '辞退する',
    joined: (workspace: string) => `「${workspace}」に参加しました`,
  },
);

/** Nothing where none waits. */
export function WaitingInvitations() {
  const text = useText(texts);
  const queries = useQueryClient();
  const waiting = useQuery({
    queryKey: ['notices'],
    queryFn: ({ signal }) => listNotices(service, { signal }),
  });
  const readAgain = () =>
    Promise.all(
      ['notices', 'workspaces', 'workbooks'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    );
  const join = useMutation({
    mutationFn: ({ id }: WaitingNotice) => acceptNotice(service, { path: { notice_id: id } }),
    onSuccess: (_, { workspace }) => showToast({ text: text.joined(workspace) }),
    onSettled: readAgain,
  });
  const decline = useMutation({
    mutationFn: ({ id }: WaitingNotice) => declineNotice(service, { path: { notice_id: id } }),
    onSettled: readAgain,
  });
  const isBusy = join.isPending || decline.isPending;
  if (!waiting.data || waiting.data.notices.length === 0) return null;
  return (
    <Notice>
      <p>{text.about}</p>
      <ProblemNotice error={join.error ?? decline.error} />
      <ul className={styles.list}>
        {waiting.data.notices.map((notice) => (
          <li key={notice.id}>
            <span>
              {text.invitation(notice.workspace, notice.invited_by ?? text.somebody, text[notice.base_role])}
            </span>
            <Button disabled={isBusy} onClick={() => join.mutate(notice)}>
              {text.join}
            </Button>
            <Button look="quiet" disabled={isBusy} onClick={() => decline.mutate(notice)}>
              {text.decline}
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
