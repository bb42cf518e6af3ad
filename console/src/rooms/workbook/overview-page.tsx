import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { getSource } from '@workbook-data-service/client/api';
import { Download, FileUp, Lock, Plus } from 'lucide-react';
import { useState } from 'react';
import { ReadOnlyNotice } from '../../app/read-only.js';
import { UploadedReadings } from '../../app/readings/uploaded-readings.js';
import { service, serviceUrl } from '../../app/service.js';
import { UploadButton } from '../../app/uploads/upload-button.js';
import { useUploads } from '../../app/uploads/upload-store.js';
import { useRights } from '../../app/use-rights.js';
import { WorkbookMenu } from '../../app/workbook-actions/workbook-menu.js';
import { sourcesQuery, tablesQuery, workbookQuery } from '../../app/workbook-queries.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button, ButtonAnchor } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { ArchivedTables } from './archived-tables.js';
import { CreateTableDialog } from './create-table-dialog.js';
import { FileList } from './file-list.js';
import { NextSteps, useRunningJobs } from './next-steps.js';
import styles from './overview-lists.module.css';
import { texts } from './overview-texts.js';
import { TableList } from './table-list.js';

/** Files whose reading is told in the overview; the others are on the page of the files. */
const DETAILED = 20;

export function OverviewPage() {
  const text = useText(texts);
  const navigate = useNavigate();
  const { workbookId } = useParams({ from: '/signed-in/workbooks/$workbookId' });
  const { data: workbook } = useQuery(workbookQuery(workbookId));
  const { mayWrite } = useRights(workbookId);
  const [isCreating, setIsCreating] = useState(false);
  const tables = useQuery(tablesQuery(workbookId));
  const sources = useQuery(sourcesQuery(workbookId));
  const details = useQueries({
    queries: (sources.data?.sources ?? []).slice(0, DETAILED).map(({ id }) => ({
      queryKey: ['workbook', workbookId, 'sources', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        getSource(service, { path: { workbook_id: workbookId, source_name: id }, signal }),
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const running = useRunningJobs(workbookId);
  const isUploading = useUploads().some(
    (upload) => upload.workbookId === workbookId && !['done', 'failed'].includes(upload.state),
  );
  const isEmpty = tables.data?.artifacts.length === 0 && sources.data?.sources.length === 0;
  const isFilling = isEmpty && (isUploading || running > 0);
  const hasTables = tables.data !== undefined && tables.data.artifacts.length > 0;
  const newTable = mayWrite && (
    <Button icon={<Plus />} onClick={() => setIsCreating(true)}>
      {text.newTable}
    </Button>
  );
  return (
    <Page
      title={workbook?.title ?? '…'}
      description={workbook?.description}
      beside={
        workbook?.visibility === 'private' && (
          <Badge>
            <Lock aria-hidden size={11} />
            {text.private}
          </Badge>
        )
      }
      actions={
        workbook && (
          <>
            {hasTables && (
              <ButtonAnchor
                icon={<Download />}
                href={serviceUrl(`/api/v1/workbooks/${workbookId}/export`, { format: 'xlsx' })}
                download
              >
                {text.export}
              </ButtonAnchor>
            )}
            <UploadButton look="primary" />
            <WorkbookMenu workbook={workbook} onDeleted={() => navigate({ to: '/workbooks' })} />
          </>
        )
      }
    >
      <ReadOnlyNotice workbookId={workbookId} />
      <ProblemNotice error={tables.error ?? sources.error} />
      {(tables.isPending || sources.isPending) && <Loading />}
      <UploadedReadings workbookId={workbookId} />
      <NextSteps workbookId={workbookId} tables={tables.data?.artifacts ?? []} sources={details} />
      {isFilling && running === 0 && <Loading />}
      {isEmpty && !isFilling && (
        <EmptyState
          icon={<FileUp aria-hidden />}
          title={text.none}
          actions={
            <>
              <UploadButton look="primary" />
              {newTable}
            </>
          }
        >
          {text.hint}
        </EmptyState>
      )}
      {tables.data && (
        <section className="stacked">
          {!isEmpty && (
            <div className={styles.heading}>
              <h2>{text.tables}</h2>
              {newTable}
            </div>
          )}
          {hasTables && (
            <TableList workbookId={workbookId} tables={tables.data.artifacts} label={text.tables} />
          )}
          <ArchivedTables workbookId={workbookId} />
        </section>
      )}
      {sources.data && sources.data.sources.length > 0 && (
        <FileList workbookId={workbookId} sources={sources.data.sources} details={details} />
      )}
      {isCreating && <CreateTableDialog workbookId={workbookId} onClose={() => setIsCreating(false)} />}
    </Page>
  );
}
