import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { SheetSummary } from '@workbook-data-service/client/api';
import { Download, ExternalLink, NotepadText, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useRights } from '../../app/use-rights.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Button, ButtonAnchor, IconButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { CreateReportDialog } from './create-report-dialog.js';
import { DeleteReportDialog } from './delete-report-dialog.js';
import { renderUrl } from './render-url.js';
import { reportsQuery } from './report-queries.js';
import styles from './reports.module.css';
import { reportTexts } from './texts.js';

const route = getRouteApi('/signed-in/workbooks/$workbookId/reports');

/** The reports of a workbook. */
export function ReportsPage() {
  const text = useText(reportTexts);
  const { workbookId } = route.useParams();
  const reports = useQuery(reportsQuery(workbookId));
  const [isCreating, setIsCreating] = useState(false);
  const list = reports.data?.sheets;
  const { mayWrite } = useRights(workbookId);
  const create = mayWrite && (
    <Button look="primary" icon={<Plus />} onClick={() => setIsCreating(true)}>
      {text.create}
    </Button>
  );
  return (
    <Page title={text.title} description={text.about} actions={list && list.length > 0 && create}>
      <ProblemNotice error={reports.error} />
      {reports.isPending && <Loading />}
      {list?.length === 0 && (
        <EmptyState icon={<NotepadText aria-hidden />} title={text.none} actions={create}>
          {text.noneHint}
        </EmptyState>
      )}
      {list && list.length > 0 && (
        <ListTable
          label={text.title}
          head={[text.name, text.heading, text.blockCount, text.updated, text.actions]}
        >
          {list.map((report) => (
            <ReportRow key={report.id} workbookId={workbookId} report={report} mayDelete={mayWrite} />
          ))}
        </ListTable>
      )}
      {isCreating && <CreateReportDialog workbookId={workbookId} onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

interface ReportRowProps {
  workbookId: string;
  report: SheetSummary;
  mayDelete: boolean;
}

function ReportRow({ workbookId, report, mayDelete }: ReportRowProps) {
  const text = useText(reportTexts);
  const format = useFormat();
  const [isDeleting, setIsDeleting] = useState(false);
  const { name, title, blocks, updated_at: updated } = report;
  return (
    <tr>
      <td>
        <Link to="/workbooks/$workbookId/reports/$report" params={{ workbookId, report: name }}>
          {name}
        </Link>
      </td>
      <td>{title}</td>
      <td>{format.number(blocks)}</td>
      <td title={format.dateTime(updated)}>{format.ago(updated)}</td>
      <td>
        <div className={styles.tools}>
          <ButtonAnchor
            look="quiet"
            icon={<Download aria-hidden />}
            aria-label={text.downloadOf(name)}
            href={renderUrl(workbookId, name, 'xlsx')}
            download
          >
            {text.xlsx}
          </ButtonAnchor>
          <ButtonAnchor
            look="quiet"
            icon={<ExternalLink aria-hidden />}
            aria-label={text.pageOf(name)}
            href={renderUrl(workbookId, name, 'html')}
            target="_blank"
            rel="noreferrer"
          >
            {text.page}
          </ButtonAnchor>
          {mayDelete && (
            <IconButton icon={<Trash2 />} label={text.deleteOf(name)} onClick={() => setIsDeleting(true)} />
          )}
        </div>
        {isDeleting && (
          <DeleteReportDialog workbookId={workbookId} name={name} onClose={() => setIsDeleting(false)} />
        )}
      </td>
    </tr>
  );
}
