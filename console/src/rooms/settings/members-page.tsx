import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { workspacesQuery } from '../../app/workspaces.js';
import { useText } from '../../text/text.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { InvitationList } from './invitation-list.js';
import { InviteForm } from './invite-form.js';
import { MemberList } from './member-list.js';
import { texts } from './members-texts.js';
import { WorkspaceForms } from './workspace-forms.js';
import { WorkspaceSelect } from './workspace-select.js';

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
      <WorkspaceSelect
        workspaces={all}
        chosen={workspace}
        onChoose={(id) => navigate({ search: { workspace: id } })}
      />
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
