import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Table2 } from 'lucide-react';
import { useFormat } from '../../app/format.js';
import { messages, useText } from '../../app/text.js';
import { DataGrid } from '../../grid/data-grid.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { sortTerms, toggledSort } from './table-search.js';
import { useTableRows } from './use-table-rows.js';

const texts = messages(
  {
    size: (rows: string, columns: string) => `${rows} rows, ${columns} columns`,
    empty: 'This table has no rows',
  },
  {
    size: (rows: string, columns: string) => `${rows} 行、${columns} 列`,
    empty: 'この表には行がありません',
  },
);

export function TablePage() {
  const text = useText(texts);
  const format = useFormat();
  const navigate = useNavigate({ from: '/workbooks/$workbookId/tables/$table' });
  const { workbookId, table } = useParams({ from: '/signed-in/workbooks/$workbookId/tables/$table' });
  const search = useSearch({ from: '/signed-in/workbooks/$workbookId/tables/$table' });
  const { rows, error, isPending } = useTableRows({ workbookId, table }, search);
  return (
    <Page
      title={table}
      isFull
      description={rows && text.size(format.number(rows.page.total), format.number(rows.columns.length))}
    >
      <ProblemNotice error={error} />
      {isPending && <Loading />}
      {rows && rows.page.total === 0 && <EmptyState icon={<Table2 aria-hidden />} title={text.empty} />}
      {rows && rows.page.total > 0 && (
        <DataGrid
          label={table}
          columns={rows.columns}
          rows={rows.source}
          sort={sortTerms(search.sort)}
          onSort={(column) =>
            void navigate({ search: (before) => ({ ...before, sort: toggledSort(before.sort, column) }) })
          }
        />
      )}
    </Page>
  );
}
