import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { search } from '@workbook-data-service/client/api';
import { useDeferredValue } from 'react';
import { service } from '../../app/service.js';
import { TableTitle } from '../../app/table-title.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { texts } from './texts.js';

/** Tables of all workbooks whose name, description, columns or file have the words. */
export function FoundTables({ words }: { words: string }) {
  const text = useText(texts);
  const format = useFormat();
  const settled = useDeferredValue(words);
  const found = useInfiniteQuery({
    queryKey: ['search', settled],
    queryFn: ({ signal, pageParam }) =>
      search(service, { query: { q: settled, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: (previous) => previous,
  });
  const titles = useQuery<{ id: string; title: string }[]>({ queryKey: ['workbooks'] });
  const titleOf = (id: string | null): string =>
    titles.data?.find((workbook) => workbook.id === id)?.title ?? '';
  const tables = found.data?.pages.flatMap(({ artifacts }) => artifacts) ?? [];
  if (found.error) return <ProblemNotice error={found.error} />;
  if (tables.length === 0) return null;
  return (
    <section className="stacked">
      <h2>{text.tables}</h2>
      <ListTable label={text.tables} head={[text.table, text.workbook, text.columns, text.rows]}>
        {tables.map(({ id, name, workbook_id, schema, row_count }) => (
          <tr key={id}>
            <td>
              <Link
                to="/workbooks/$workbookId/tables/$table"
                params={{ workbookId: workbook_id ?? '', table: name }}
              >
                <TableTitle name={name} />
              </Link>
            </td>
            <td>{titleOf(workbook_id)}</td>
            <td>{schema?.map((column) => column.name).join(', ')}</td>
            <td>{row_count === null ? '' : format.number(row_count)}</td>
          </tr>
        ))}
      </ListTable>
      {found.hasNextPage && (
        <Button disabled={found.isFetchingNextPage} onClick={() => found.fetchNextPage()}>
          {text.moreTables}
        </Button>
      )}
    </section>
  );
}
