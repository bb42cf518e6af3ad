import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { configureWorkspace, type MyWorkspace } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { workspacesQuery } from '../../app/workspaces.js';
import { useText } from '../../text/text.js';
import { Checkbox } from '../../ui/field.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { useChoice } from '../../ui/use-choice.js';
import { LinkList } from './link-list.js';
import { texts } from './links-texts.js';
import styles from './settings.module.css';
import { WorkspaceSelect } from './workspace-select.js';

/** What anybody can open of a workspace, and whether that may be. */
export function LinksPage() {
  const text = useText(texts);
  const navigate = useNavigate({ from: '/settings/links' });
  const { workspace: chosen } = useSearch({ from: '/signed-in/settings/links' });
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
      {workspace &&
        (workspace.base_role === 'admin' ? (
          <>
            <LinksSetting key={workspace.id} workspace={workspace} />
            <LinkList workspaceId={workspace.id} />
          </>
        ) : (
          <Notice>{text.adminsOnly}</Notice>
        ))}
    </Page>
  );
}

function LinksSetting({ workspace }: { workspace: MyWorkspace }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (links_allowed: boolean) =>
      configureWorkspace(service, { path: { workspace_id: workspace.id }, body: { links_allowed } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['workspaces'] }),
  });
  const { shown, choose } = useChoice(workspace.links_allowed, (allowed) => save.mutateAsync(allowed));
  return (
    <div className={styles.section}>
      <Checkbox
        label={text.allowed}
        checked={shown}
        disabled={save.isPending}
        onChange={({ target }) => choose(target.checked)}
      />
      {!shown && <Notice kind="warning">{text.forbidden}</Notice>}
      <ProblemNotice error={save.error} />
    </div>
  );
}
