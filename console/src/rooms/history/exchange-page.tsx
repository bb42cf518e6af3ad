import { getRouteApi } from '@tanstack/react-router';
import { ReadOnlyNotice } from '../../app/read-only.js';
import { useRights } from '../../app/use-rights.js';
import { messages, useText } from '../../text/text.js';
import { Page } from '../../ui/page.js';
import { Tab, Tabs } from '../../ui/tabs.js';
import styles from './exchange.module.css';
import { ExportForExcel } from './export-for-excel.js';
import { OpenExports } from './open-exports.js';
import { ReturnedFile } from './returned-file.js';
import { TrackedFiles } from './tracked-files.js';

const texts = messages(
  {
    title: 'Excel and back',
    description:
      'Edit tables in a spreadsheet program and bring the file back, or follow a file that lives elsewhere.',
    parts: 'Ways to exchange files',
    excel: 'Edit in Excel',
    tracked: 'Tracked files',
  },
  {
    title: 'Excel 連携',
    description: '表を表計算ソフトで編集して戻したり、別の場所にあるファイルの変更を追跡したりできます。',
    parts: 'ファイルのやり取りの方法',
    excel: 'Excel で編集',
    tracked: '追跡ファイル',
  },
);

const route = getRouteApi('/signed-in/workbooks/$workbookId/exchange');

/** Files that leave to be edited, and files that are followed where they live. */
export function ExchangePage() {
  const text = useText(texts);
  const { workbookId } = route.useParams();
  const { tab = 'excel' } = route.useSearch();
  const { mayWrite } = useRights(workbookId);
  const to = '/workbooks/$workbookId/exchange' as const;
  return (
    <Page title={text.title} description={text.description}>
      <Tabs label={text.parts}>
        <Tab to={to} params={{ workbookId }} search={{}} activeOptions={{ exact: true }}>
          {text.excel}
        </Tab>
        <Tab to={to} params={{ workbookId }} search={{ tab: 'tracked' }}>
          {text.tracked}
        </Tab>
      </Tabs>
      <ReadOnlyNotice workbookId={workbookId} />
      {tab === 'excel' ? (
        <>
          {mayWrite && (
            <div className={styles.steps}>
              <ExportForExcel workbookId={workbookId} />
              <ReturnedFile workbookId={workbookId} />
            </div>
          )}
          <OpenExports workbookId={workbookId} />
        </>
      ) : (
        <TrackedFiles workbookId={workbookId} />
      )}
    </Page>
  );
}
