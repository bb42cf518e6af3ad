import { getRouteApi } from '@tanstack/react-router';
import { useHasDrives } from '../../app/drives.js';
import { ReadOnlyNotice } from '../../app/read-only.js';
import { useRights } from '../../app/use-rights.js';
import { useText } from '../../text/text.js';
import { Page } from '../../ui/page.js';
import { Tab, Tabs } from '../../ui/tabs.js';
import { FromDrive } from './drives/from-drive.js';
import { FileList } from './file-list.js';
import { FromAddress } from './from-address.js';
import { texts } from './texts.js';

const route = getRouteApi('/signed-in/workbooks/$workbookId/files');

/** The files of a workbook, and those of drives that can become so. */
export function FilesPage() {
  const text = useText(texts);
  const { workbookId } = route.useParams();
  const { tab } = route.useSearch();
  const { mayWrite } = useRights(workbookId);
  const hasDrives = useHasDrives();
  const to = '/workbooks/$workbookId/files' as const;
  return (
    <Page title={text.files}>
      {mayWrite && (
        <Tabs label={text.filesWhere}>
          <Tab to={to} params={{ workbookId }} search={{}} activeOptions={{ exact: true }}>
            {text.filesHere}
          </Tab>
          {(hasDrives || tab === 'drives') && (
            <Tab to={to} params={{ workbookId }} search={{ tab: 'drives' }}>
              {text.fromDrive}
            </Tab>
          )}
          <Tab to={to} params={{ workbookId }} search={{ tab: 'address' }}>
            {text.fromAddress}
          </Tab>
        </Tabs>
      )}
      {tab && <ReadOnlyNotice workbookId={workbookId} />}
      {tab === 'drives' && mayWrite && <FromDrive />}
      {tab === 'address' && mayWrite && <FromAddress workbookId={workbookId} />}
      {!(tab && mayWrite) && <FileList workbookId={workbookId} />}
    </Page>
  );
}
