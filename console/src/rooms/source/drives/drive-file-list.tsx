import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CloudFile } from '@workbook-data-service/client/api';
import { FileSpreadsheet, Folder as FolderIcon } from 'lucide-react';
import type { DriveProvider } from '../../../app/drives.js';
import { fileLinksQuery } from '../../../app/workbook-queries.js';
import { useFormat } from '../../../text/format.js';
import { useText } from '../../../text/text.js';
import { Button } from '../../../ui/button.js';
import { ListTable } from '../../../ui/list-table.js';
import styles from './drives.module.css';
import type { Folder } from './files-search.js';
import { texts } from './texts.js';

interface DriveFileListProps {
  workbookId: string;
  provider: DriveProvider;
  files: CloudFile[];
  /** What the listed folders lie in, as far as it is known. */
  folders: Folder[];
  isBusy: boolean;
  onChoose: (file: CloudFile) => void;
}

/** Folders to open, and files to bring in unless the workbook tracks them already. */
export function DriveFileList(props: DriveFileListProps) {
  const { workbookId, provider, files, folders, isBusy, onChoose } = props;
  const text = useText(texts);
  const format = useFormat();
  const links = useQuery(fileLinksQuery(workbookId));
  const isTracked = ({ id }: CloudFile): boolean =>
    links.data?.file_links.some((link) => link.provider === provider && link.external_id === id) ?? false;
  const changed = ({ modified, modified_by: by }: CloudFile): string => {
    const ago = modified === null ? '' : format.ago(modified);
    return ago && by ? text.changedBy(ago, by) : ago;
  };
  return (
    <ListTable
      label={text.files}
      head={[
        text.name,
        text.changed,
        text.size,
        <span key="actions" className="for-screen-readers">
          {text.actions}
        </span>,
      ]}
    >
      {files.map((file) => (
        <tr key={file.id}>
          <td>
            <span className={styles.name}>
              {file.isFolder ? <FolderIcon aria-hidden /> : <FileSpreadsheet aria-hidden />}
              {file.isFolder ? (
                <Link
                  to="/workbooks/$workbookId/files"
                  params={{ workbookId }}
                  search={{
                    tab: 'drives',
                    drive: provider,
                    folders: [...folders, { id: file.id, name: file.name }],
                  }}
                >
                  {file.name}
                </Link>
              ) : (
                file.name
              )}
            </span>
          </td>
          <td title={file.modified === null ? undefined : format.dateTime(file.modified)}>{changed(file)}</td>
          <td className={styles.number}>{file.size !== null && format.bytes(file.size)}</td>
          <td className={styles.action}>
            {!file.isFolder && isTracked(file) && (
              <Link
                to="/workbooks/$workbookId/exchange"
                params={{ workbookId }}
                search={{ tab: 'tracked' }}
                aria-label={text.trackedFile(file.name)}
              >
                {text.tracked}
              </Link>
            )}
            {!file.isFolder && !isTracked(file) && (
              <Button
                aria-label={text.bringInFile(file.name)}
                disabled={isBusy}
                onClick={() => onChoose(file)}
              >
                {text.bringIn}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
