import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Download, Lock, Plus } from 'lucide-react';
import { ReadOnlyNotice } from '../../app/read-only.js';
import { UploadedReadings } from '../../app/readings/uploaded-readings.js';
import { serviceUrl } from '../../app/service.js';
import { useSourceDetails } from '../../app/source-queries.js';
import { DropArea } from '../../app/uploads/drop-area.js';
import { UploadButton } from '../../app/uploads/upload-button.js';
import { isUnderWay, useUploads } from '../../app/uploads/upload-store.js';
import { useRights } from '../../app/use-rights.js';
import { WorkbookMenu } from '../../app/workbook-actions/workbook-menu.js';
import { sourcesQuery, tablesQuery, workbookQuery } from '../../app/workbook-queries.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button, ButtonAnchor } from '../../ui/button.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { ArchivedTables } from './archived-tables.js';
import { ArrivingFiles } from './arriving-files.js';
import { CreateTableDialog } from './create-table-dialog.js';
import { FileList } from './file-list.js';
import { NextSteps, useRunningJobs } from './next-steps.js';
import styles from './overview-lists.module.css';
import { texts } from './overview-texts.js';
import { TableList } from './table-list.js';

export function OverviewPage() {
  const text = useText(texts);
  const navigate = useNavigate();
  const { workbookId } = useParams({ from: '/signed-in/workbooks/$workbookId' });
  const { data: workbook } = useQuery(workbookQuery(workbookId));
  const { mayWrite } = useRights(workbookId);
  const { new: made, arriving } = useSearch({ from: '/signed-in/workbooks/$workbookId/' });
  const create = (isCreating: boolean) =>
    void navigate({
      to: '/workbooks/$workbookId',
      params: { workbookId },
      search: { new: isCreating ? 'table' : undefined },
      replace: true,
    });
  const tables = useQuery(tablesQuery(workbookId));
  const sources = useQuery(sourcesQuery(workbookId));
  const details = useSourceDetails(workbookId, sources.data?.sources ?? []);
  const isEmpty = tables.data?.artifacts.length === 0 && sources.data?.sources.length === 0;
  const running = useRunningJobs(workbookId);
  const isSending = useUploads().some((one) => one.workbookId === workbookId && isUnderWay(one));
  const isAwaited = isSending || running > 0;
  const hasTables = tables.data !== undefined && tables.data.artifacts.length > 0;
  const newTable = mayWrite && (
    <Button icon={<Plus />} onClick={() => create(true)}>
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
            {!isEmpty && <UploadButton look="primary" />}
            <WorkbookMenu workbook={workbook} onDeleted={() => navigate({ to: '/workbooks' })} />
          </>
        )
      }
    >
      <ReadOnlyNotice workbookId={workbookId} />
      <ProblemNotice error={tables.error ?? sources.error} />
      {(tables.isPending || sources.isPending) && <Loading />}
      {!arriving && <UploadedReadings workbookId={workbookId} />}
      <NextSteps workbookId={workbookId} tables={tables.data?.artifacts ?? []} sources={details} />
      {arriving && <ArrivingFiles workbookId={workbookId} />}
      {isEmpty && isSending && !arriving && <Loading />}
      {isEmpty && !isAwaited && <DropArea>{newTable}</DropArea>}
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
      {made && <CreateTableDialog workbookId={workbookId} onClose={() => create(false)} />}
    </Page>
  );
}
