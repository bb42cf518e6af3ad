import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useText } from '../../text/text.js';
import { ButtonLink } from '../../ui/button.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { ReportEditor } from './report-editor.js';
import { reportQuery } from './report-queries.js';
import { reportTexts } from './texts.js';

const route = getRouteApi('/signed-in/workbooks/$workbookId/reports/$report');

/** A report while it is composed, with what comes out. */
export function ReportPage() {
  const text = useText(reportTexts);
  const { workbookId, report } = route.useParams();
  const sheet = useQuery(reportQuery(workbookId, report));
  if (sheet.data) return <ReportEditor key={sheet.data.id} workbookId={workbookId} sheet={sheet.data} />;
  return (
    <Page title={report}>
      {sheet.isPending && <Loading />}
      <ProblemNotice error={sheet.error} />
      <div>
        <ButtonLink to="/workbooks/$workbookId/reports" params={{ workbookId }}>
          {text.title}
        </ButtonLink>
      </div>
    </Page>
  );
}
