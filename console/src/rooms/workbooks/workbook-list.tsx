import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Workbook } from '@workbook-data-service/client/api';
import { Lock } from 'lucide-react';
import { WorkbookMenu } from '../../app/workbook-actions/workbook-menu.js';
import { workspacesQuery } from '../../app/workspaces.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { ListTable } from '../../ui/list-table.js';
import { texts } from './texts.js';
import styles from './workbook-list.module.css';

export function WorkbookList({ workbooks }: { workbooks: Workbook[] }) {
  const text = useText(texts);
  const format = useFormat();
  const workspaces = useQuery(workspacesQuery);
  const nameOf = (workspaceId: string): string =>
    workspaces.data?.workspaces.find(({ id }) => id === workspaceId)?.name ?? '';
  return (
    <ListTable
      label={text.title}
      head={[
        text.name,
        text.visibility,
        text.updated,
        <span key="more" className="for-screen-readers">
          {text.more}
        </span>,
      ]}
    >
      {workbooks.map((workbook) => (
        <tr key={workbook.id}>
          <td className={styles.name}>
            <Link to="/workbooks/$workbookId" params={{ workbookId: workbook.id }}>
              {workbook.title}
            </Link>
            {workbook.description && <small>{workbook.description}</small>}
          </td>
          <td className={styles.narrow}>
            {workbook.visibility === 'private' ? (
              <Badge>
                <Lock aria-hidden size={11} />
                {text.private}
              </Badge>
            ) : (
              nameOf(workbook.workspace_id) || text.shared
            )}
          </td>
          <td className={styles.narrow} title={format.dateTime(workbook.updated_at)}>
            {format.ago(workbook.updated_at)}
          </td>
          <td className={styles.menu}>
            <WorkbookMenu workbook={workbook} />
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
