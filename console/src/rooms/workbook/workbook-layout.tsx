import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ReadOnlyBadge } from '../../app/read-only.js';
import { rememberWorkbook } from '../../app/recent-workbooks.js';
import { WorkbookUndo } from '../../app/undo/workbook-undo.js';
import { useLiveWorkbook } from '../../app/use-live-workbook.js';
import { workbookQuery } from '../../app/workbook-queries.js';
import { messages, useText } from '../../text/text.js';
import { ButtonLink } from '../../ui/button.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { SideLayout } from '../../ui/side-layout.js';
import { WorkbookSide } from './workbook-side.js';

const texts = messages(
  { pages: 'Pages of the workbook', closed: 'This workbook cannot be opened', home: 'To your workbooks' },
  {
    pages: 'ワークブックのページ',
    closed: 'このワークブックは開けません',
    home: 'ワークブック一覧へ',
  },
);

/** The pages of a workbook beside the one that is open. */
export function WorkbookLayout() {
  const text = useText(texts);
  const { workbookId } = useParams({ from: '/signed-in/workbooks/$workbookId' });
  useLiveWorkbook(workbookId);
  const workbook = useQuery(workbookQuery(workbookId));
  useEffect(() => {
    rememberWorkbook(workbookId);
  }, [workbookId]);
  if (workbook.error)
    return (
      <Page title={text.closed} actions={<ButtonLink to="/workbooks">{text.home}</ButtonLink>}>
        <ProblemNotice error={workbook.error} />
      </Page>
    );
  return (
    <SideLayout
      title={workbook.data?.title ?? '…'}
      beside={<ReadOnlyBadge workbookId={workbookId} />}
      label={text.pages}
      links={<WorkbookSide workbookId={workbookId} />}
    >
      <WorkbookUndo workbookId={workbookId} />
      <Outlet />
    </SideLayout>
  );
}
