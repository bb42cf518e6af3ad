import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { workspacesQuery } from '../../app/workspaces.js';
import { useText } from '../../text/text.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { ModelSetting } from './model-setting.js';
import { ReadingList } from './reading-list.js';
import { texts } from './readings-texts.js';
import { WorkspaceRules } from './workspace-rules.js';
import { WorkspaceSelect } from './workspace-select.js';

/** What a workspace knows about its files: the rules for all of them, and what was learned from corrections. */
export function ReadingsPage() {
  const text = useText(texts);
  const navigate = useNavigate({ from: '/settings/readings' });
  const { workspace: chosen } = useSearch({ from: '/signed-in/settings/readings' });
  const workspaces = useQuery(workspacesQuery);
  const all = workspaces.data?.workspaces ?? [];
  const workspace = all.find(({ id }) => id === chosen) ?? all[0];
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
          <WorkspaceRules key={workspace.id} workspace={workspace} />
          <ModelSetting key={`${workspace.id} model`} workspace={workspace} />
          <ReadingList workspaceId={workspace.id} />
        </>
      )}
    </Page>
  );
}
