import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus, Sparkles } from 'lucide-react';
import { workbooksQuery } from '../../app/list-workbooks.js';
import { DropArea } from '../../app/uploads/drop-area.js';
import { useMayWriteIn } from '../../app/use-rights.js';
import { useText } from '../../text/text.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { CreateWorkbookDialog } from './create-workbook-dialog.js';
import { FoundTables } from './found-tables.js';
import { isFound } from './is-found.js';
import { RecentWorkbooks } from './recent-workbooks.js';
import { makeSampleWorkbook } from './sample/make-sample-workbook.js';
import { SearchBar } from './search-bar.js';
import { texts } from './texts.js';
import { WaitingInvitations } from './waiting-invitations.js';
import { WorkbookList } from './workbook-list.js';

export function WorkbooksPage() {
  const text = useText(texts);
  const navigate = useNavigate();
  const { search = '', workspace, new: made } = useSearch({ from: '/signed-in/workbooks' });
  const mayCreate = useMayWriteIn(workspace);
  const workbooks = useQuery(workbooksQuery);
  const sample = useMutation({
    mutationFn: () => makeSampleWorkbook(workspace),
    onSuccess: (params) =>
      navigate({ to: '/workbooks/$workbookId/files/$source', params, search: { fresh: true } }),
  });
  const hasNone = workbooks.data?.length === 0;
  const create = (isCreating: boolean) =>
    void navigate({
      to: '/workbooks',
      search: (before) => ({ ...before, new: isCreating ? 'workbook' : undefined }),
      replace: true,
    });
  const createButton = (
    <Button look={hasNone ? 'plain' : 'primary'} icon={<Plus />} onClick={() => create(true)}>
      {text.create}
    </Button>
  );
  const makeSample = (
    <Button icon={<Sparkles />} disabled={sample.isPending} onClick={() => sample.mutate()}>
      {text.sample}
    </Button>
  );
  const shown = workbooks.data?.filter(
    (workbook) => isFound(workbook, search) && (!workspace || workbook.workspace_id === workspace),
  );
  return (
    <Page
      title={text.title}
      actions={
        !hasNone &&
        mayCreate && (
          <>
            {makeSample}
            {createButton}
          </>
        )
      }
    >
      <WaitingInvitations />
      <ProblemNotice error={workbooks.error ?? sample.error} />
      {workbooks.isPending && <Loading />}
      {hasNone && (
        <DropArea>
          {makeSample}
          {createButton}
        </DropArea>
      )}
      {workbooks.data && !hasNone && (
        <>
          {!search && <DropArea isCompact />}
          <SearchBar />
          {!search && !workspace && <RecentWorkbooks workbooks={workbooks.data} />}
          {shown && shown.length > 0 && <WorkbookList workbooks={shown} />}
          {search && <FoundTables words={search} />}
          {shown?.length === 0 && (
            <EmptyState
              title={text.noneHere}
              actions={
                <ButtonLink to="/workbooks" search={{}}>
                  {text.showAll}
                </ButtonLink>
              }
            >
              {text.noneHereHint}
            </EmptyState>
          )}
        </>
      )}
      {made && <CreateWorkbookDialog onClose={() => create(false)} />}
    </Page>
  );
}
