import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { workspacesQuery } from '../../app/workspaces.js';
import { useText } from '../../text/text.js';
import { Select } from '../../ui/field.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { InvitationList } from './invitation-list.js';
import { InviteForm } from './invite-form.js';
import { MemberList } from './member-list.js';
import { texts } from './members-texts.js';
import styles from './settings.module.css';
import { WorkspaceForms } from './workspace-forms.js';

export function MembersPage() {
  const text = useText(texts);
  const navigate = useNavigate({ from: '/settings/members' });
  const { workspace: chosen } = useSearch({ from: '/signed-in/settings/members' });
  const workspaces = useQuery(workspacesQuery);
  const all = workspaces.data?.workspaces ?? [];
  const workspace = all.find(({ id }) => id === chosen) ?? all[0];
  const isAdmin = workspace?.base_role === 'admin';
  return (
    <Page title={text.title} description={text.about}>
      <ProblemNotice error={workspaces.error} />
      {workspaces.isPending && <Loading />}
      {all.length > 1 && (
        <div className={styles.form}>
          <Select
            label={text.workspace}
            value={workspace?.id}
            onChange={({ currentTarget }) => navigate({ search: { workspace: currentTarget.value } })}
          >
            {all.map(({ id, name, owner }) => (
              <option key={id} value={id}>
                {`${name} (${owner.email})`}
              </option>
            ))}
          </Select>
        </div>
      )}
      {workspace && (
        <>
          {isAdmin ? (
            <InviteForm key={workspace.id} workspaceId={workspace.id} />
          ) : (
            <Notice>{text.adminsOnly}</Notice>
          )}
          <MemberList workspace={workspace} isAdmin={isAdmin} />
          {isAdmin && <InvitationList workspaceId={workspace.id} />}
          <WorkspaceForms key={`${workspace.id}.forms`} workspace={workspace} isAdmin={isAdmin} />
        </>
      )}
    </Page>
  );
}
