import { useQuery } from '@tanstack/react-query';
import { listMembers, type Workbook } from '@workbook-data-service/client/api';
import { Link2, Lock, UserPlus, Users } from 'lucide-react';
import { messages, useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { ButtonLink } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Dialog } from '../../ui/dialog.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { useChoice } from '../../ui/use-choice.js';
import { basePath, service } from '../service.js';
import { useRightsTo } from '../use-rights.js';
import styles from './share-workbook-dialog.module.css';
import { useChangeWorkbook } from './use-change-workbook.js';

const texts = messages(
  {
    heading: (title: string) => `Share “${title}”`,
    who: 'Who can open it',
    workspace: 'Everybody in the workspace',
    workspaceHint: 'Each member may do what their role allows.',
    private: 'Only its owner',
    privateHint: 'Nobody else sees that it exists.',
    ownerOnly: 'The owner of the workbook decides who can open it.',
    members: 'Members of the workspace',
    invite: 'Manage members',
    link: 'Copy the link',
    admin: 'Admin',
    editor: 'Editor',
    viewer: 'Viewer',
  },
  {
    heading: (title: string) => `「${title}」の共有`,
    who: '開ける人',
    workspace: 'ワークスペースの全員',
    workspaceHint: 'できることは、各メンバーの役割で決まります。',
    private: '所有者のみ',
    privateHint: 'ほかの人には存在も見えません。',
    ownerOnly: '開ける人を変更できるのは、ワークブックの所有者です。',
    members: 'ワークスペースのメンバー',
    invite: 'メンバーの管理',
    link: 'リンクをコピー',
    admin: '管理者',
    editor: '編集者',
    viewer: '閲覧者',
  },
);

export function ShareWorkbookDialog({ workbook, onClose }: { workbook: Workbook; onClose: () => void }) {
  const text = useText(texts);
  const { mayShare } = useRightsTo(workbook);
  const change = useChangeWorkbook(workbook.id);
  const { workspace_id: workspaceId } = workbook;
  const { shown: visibility, choose } = useChoice(workbook.visibility, (chosen) =>
    change.mutateAsync({ visibility: chosen }),
  );
  const choices = [
    { value: 'workspace', Icon: Users, label: text.workspace, hint: text.workspaceHint },
    { value: 'private', Icon: Lock, label: text.private, hint: text.privateHint },
  ] as const;
  return (
    <Dialog
      title={text.heading(workbook.title)}
      onClose={onClose}
      actions={
        <>
          <ButtonLink to="/settings/members" search={{ workspace: workspaceId }} icon={<UserPlus />}>
            {text.invite}
          </ButtonLink>
          <CopyButton
            look="primary"
            icon={<Link2 />}
            copied={`${location.origin}${basePath}/workbooks/${workbook.id}`}
          >
            {text.link}
          </CopyButton>
        </>
      }
    >
      <fieldset className={styles.choices} disabled={change.isPending || !mayShare}>
        <legend>{text.who}</legend>
        {choices.map(({ value, Icon, label, hint }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="visibility"
              checked={visibility === value}
              onChange={() => choose(value)}
            />
            <Icon aria-hidden />
            <span>
              {label}
              <small>{hint}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {!mayShare && <p>{text.ownerOnly}</p>}
      <ProblemNotice error={change.error} />
      {visibility === 'workspace' && <Members workspaceId={workspaceId} />}
    </Dialog>
  );
}

function Members({ workspaceId }: { workspaceId: string }) {
  const text = useText(texts);
  const members = useQuery({
    queryKey: ['workspace', workspaceId, 'members'],
    queryFn: ({ signal }) => listMembers(service, { path: { workspace_id: workspaceId }, signal }),
  });
  return (
    <section>
      <h3>{text.members}</h3>
      <ProblemNotice error={members.error} />
      {members.isPending && <Loading />}
      <ul className={styles.members}>
        {members.data?.users.map(({ id, name, email, base_role }) => (
          <li key={id}>
            <span>
              {name ?? email}
              {name && <small>{email}</small>}
            </span>
            <Badge>{text[base_role]}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
