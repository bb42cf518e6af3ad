import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { each } from '@workbook-data-service/client';
import { listMyWorkbooks, type Workbook } from '@workbook-data-service/client/api';
import { BookOpen, Plus, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { service } from '../../app/service.js';
import { UploadButton } from '../../app/uploads/upload-button.js';
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

const workbooksQuery = {
  queryKey: ['workbooks'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const workbooks: Workbook[] = [];
    for await (const workbook of each(listMyWorkbooks, service, { signal })) workbooks.push(workbook);
    return workbooks.sort((a, b) => b.updated_at.localeCompare(a.updated_at));
  },
};

export function WorkbooksPage() {
  const text = useText(texts);
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const { search = '', workspace } = useSearch({ from: '/signed-in/workbooks' });
  const mayCreate = useMayWriteIn(workspace);
  const workbooks = useQuery(workbooksQuery);
  const sample = useMutation({
    mutationFn: () => makeSampleWorkbook(workspace),
    onSuccess: (workbookId) => navigate({ to: '/workbooks/$workbookId', params: { workbookId } }),
  });
  const create = (
    <Button look="primary" icon={<Plus />} onClick={() => setIsCreating(true)}>
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
  const hasNone = workbooks.data?.length === 0;
  return (
    <Page
      title={text.title}
      actions={
        !hasNone &&
        mayCreate && (
          <>
            {makeSample}
            <UploadButton />
            {create}
          </>
        )
      }
    >
      <WaitingInvitations />
      <ProblemNotice error={workbooks.error ?? sample.error} />
      {workbooks.isPending && <Loading />}
      {hasNone && (
        <EmptyState
          icon={<BookOpen aria-hidden />}
          title={text.none}
          actions={
            mayCreate && (
              <>
                {makeSample}
                <UploadButton />
                {create}
              </>
            )
          }
        >
          {text.hint}
        </EmptyState>
      )}
      {workbooks.data && !hasNone && (
        <>
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
      {isCreating && <CreateWorkbookDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}
