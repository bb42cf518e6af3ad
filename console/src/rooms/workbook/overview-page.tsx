import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useFormat } from '../../app/format.js';
import { messages, useText } from '../../app/text.js';
import { tablesQuery, workbookQuery } from '../../app/workbook-queries.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';

const texts = messages(
  { tables: 'Tables', name: 'Name', rows: 'Rows', none: 'No tables yet' },
  { tables: '表', name: '名前', rows: '行数', none: '表はまだありません' },
);

export function OverviewPage() {
  const text = useText(texts);
  const format = useFormat();
  const { workbookId } = useParams({ from: '/signed-in/workbooks/$workbookId' });
  const { data: workbook } = useQuery(workbookQuery(workbookId));
  const tables = useQuery(tablesQuery(workbookId));
  return (
    <Page title={workbook?.title ?? '…'} description={workbook?.description}>
      <h2>{text.tables}</h2>
      <ProblemNotice error={tables.error} />
      {tables.isPending && <Loading />}
      {tables.data?.artifacts.length === 0 && <EmptyState title={text.none} />}
      {tables.data && tables.data.artifacts.length > 0 && (
        <ListTable label={text.tables} head={[text.name, text.rows]}>
          {tables.data.artifacts.map(({ id, name, row_count }) => (
            <tr key={id ?? name}>
              <td>
                <Link to="/workbooks/$workbookId/tables/$table" params={{ workbookId, table: name }}>
                  {name}
                </Link>
              </td>
              <td>{row_count === null ? '' : format.number(row_count)}</td>
            </tr>
          ))}
        </ListTable>
      )}
    </Page>
  );
}
