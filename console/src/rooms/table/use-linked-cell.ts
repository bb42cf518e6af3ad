import { useQuery } from '@tanstack/react-query';
import type { Filter } from '@workbook-data-service/client';
import { readRows } from '@workbook-data-service/client/api';
import { useMemo, useRef } from 'react';
import { service } from '../../app/service.js';
import type { GridColumn, Place } from '../../grid/types.js';
import { conditionOfAll, pathOf, type TablePlace, type Viewed } from './first-rows.js';
import { rowsBefore } from './rows-before.js';
import { sortTerms, type TableSearch } from './table-search.js';

/** The place of the cell that a link names, or to which the page is told to go, once it is known how many rows stand before it. */
export function useLinkedCell(
  place: TablePlace,
  search: TableSearch,
  viewed: Viewed,
  columns: readonly GridColumn[] | undefined,
  goTo: { row: number; column: string } | undefined,
): Place | undefined {
  // Only the link that the page was opened with; afterwards the address follows the selection.
  const opened = useRef({ search, viewed, table: place.table });
  if (opened.current.table !== place.table) opened.current = { search, viewed, table: place.table };
  const { row, column } = goTo ?? opened.current.search;
  const { sort, as_of } = goTo ? viewed : opened.current.viewed;
  const shown = conditionOfAll(goTo ? viewed : opened.current.viewed);
  const before = useQuery({
    queryKey: ['workbook', place.workbookId, 'row-place', place.table, row, sort, shown, as_of],
    enabled: row !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const read = (wanted: Filter) =>
        readRows(service, {
          path: pathOf(place),
          query: {
            limit: 1,
            filter: JSON.stringify(shown ? { and: [wanted, shown] } : wanted),
            ...(as_of !== undefined && { as_of }),
          },
          signal,
        });
      // Where the rows are sorted, the cells of the row decide how many come before it.
      const linked = sort
        ? (await read({ column: '__svc_row_id', op: 'eq', value: row })).rows[0]
        : { __svc_row_id: row };
      return linked ? (await read(rowsBefore(linked, sortTerms(sort)))).total : null;
    },
  });
  const index = before.data ?? undefined;
  const at = columns?.findIndex(({ name }) => name === column);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to the same place again is another going.
  return useMemo(
    () => (index === undefined || at === undefined ? undefined : { row: index, column: Math.max(0, at) }),
    [index, at, goTo],
  );
}
