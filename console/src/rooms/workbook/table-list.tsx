import { Link } from '@tanstack/react-router';
import type { ArtifactSummary } from '@workbook-data-service/client/api';
import { TableMenu } from '../../app/table-actions/table-menu.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { ListTable } from '../../ui/list-table.js';
import styles from './overview-lists.module.css';
import { texts } from './overview-texts.js';

interface TableListProps {
  workbookId: string;
  tables: ArtifactSummary[];
  label: string;
}

export function TableList({ workbookId, tables, label }: TableListProps) {
  const text = useText(texts);
  const format = useFormat();
  const titleOf = useTableTitle();
  return (
    <ListTable
      label={label}
      head={[
        text.name,
        text.columns,
        text.rows,
        text.freshness,
        text.updated,
        <span key="more" className="for-screen-readers">
          {text.more}
        </span>,
      ]}
    >
      {tables.map((table) => (
        <tr key={table.id ?? table.name}>
          <td className={styles.name}>
            <Link
              to="/workbooks/$workbookId/tables/$table"
              params={{ workbookId, table: table.name }}
              title={table.name}
            >
              {titleOf(table.name)}
            </Link>
            {table.description && <small>{table.description}</small>}
          </td>
          <td className={styles.columns}>{table.schema?.map(({ name }) => name).join(', ')}</td>
          <td className={styles.number}>
            {table.row_count === null ? (
              <Badge title={text.withheldHint}>{text.withheld}</Badge>
            ) : (
              format.number(table.row_count)
            )}
          </td>
          <td>
            <Freshness table={table} />
          </td>
          <td className={styles.time} title={table.updated_at ? format.dateTime(table.updated_at) : ''}>
            {table.updated_at && format.ago(table.updated_at)}
          </td>
          <td className={styles.action}>
            <TableMenu workbookId={workbookId} table={table} />
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

function Freshness({ table: { layer, freshness } }: { table: ArtifactSummary }) {
  const text = useText(texts);
  const format = useFormat();
  if (freshness.stale)
    return (
      <Badge
        kind="warning"
        title={freshness.stale_since ? text.staleSince(format.ago(freshness.stale_since)) : ''}
      >
        {text.stale}
      </Badge>
    );
  return layer === 'derived' ? (
    <Badge kind="info">{text.derived}</Badge>
  ) : (
    <Badge kind="good">{text.fresh}</Badge>
  );
}
