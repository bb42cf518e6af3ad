import { useQuery } from '@tanstack/react-query';
import { readRows } from '@workbook-data-service/client/api';
import { useMemo, useRef } from 'react';
import { filterOf } from '../../app/row-filter/conditions.js';
import { service } from '../../app/service.js';
import type { GridColumn, Place } from '../../grid/types.js';
import type { TablePlace } from './first-rows.js';
import type { TableSearch } from './table-search.js';

/** The place of the cell that a link names, once it is known how many rows stand before it. */
export function useLinkedCell(
  place: TablePlace,
  search: TableSearch,
  columns: readonly GridColumn[] | undefined,
): Place | undefined {
  // Only the link that the page was opened with; afterwards the address follows the selection.
  const opened = useRef({ row: search.row, column: search.column, table: place.table });
  if (opened.current.table !== place.table)
    opened.current = { row: search.row, column: search.column, table: place.table };
  const { row, column } = opened.current;
  const isKnown = row !== undefined && search.sort === undefined;
  const before = useQuery({
    queryKey: ['workbook', place.workbookId, 'row-place', place.table, row, search.filter, search.as_of],
    enabled: isKnown,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      readRows(service, {
        path: { workbook_id: place.workbookId, name: place.table },
        query: {
          limit: 1,
          filter: JSON.stringify({
            and: [
              { column: '__svc_row_id', op: 'lt', value: row },
              ...(search.filter ? [filterOf(search.filter)] : []),
            ],
          }),
          ...(search.as_of !== undefined && { as_of: search.as_of }),
        },
        signal,
      }),
  });
  const index = before.data?.total;
  return useMemo(() => {
    if (index === undefined || !columns) return undefined;
    const at = columns.findIndex(({ name }) => name === column);
    return { row: index, column: Math.max(0, at) };
  }, [index, column, columns]);
}
