import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Table, View } from '@workbook-data-service/client/api';
import { useCallback, useMemo } from 'react';
import { viewedOf } from './first-rows.js';
import type { TableSearch } from './table-search.js';

export const tableRoute = '/signed-in/workbooks/$workbookId/tables/$table';

/** Which table is open and how it is looked at, as the address says and, for the rest, its view; and how both are changed. */
export function useTableAddress(view: View | undefined, details: Table | undefined) {
  const navigate = useNavigate({ from: '/workbooks/$workbookId/tables/$table' });
  const { workbookId, table } = useParams({ from: tableRoute });
  const search = useSearch({ from: tableRoute });
  const place = useMemo(() => ({ workbookId, table }), [workbookId, table]);
  const change = useCallback(
    (part: Partial<TableSearch>, replace = false) =>
      void navigate({ search: (before) => ({ ...before, ...part }), replace }),
    [navigate],
  );
  const viewed = viewedOf(search, view, details?.order_by);
  return {
    place,
    search,
    viewed,
    change,
    /** With a view, an empty list takes the place of the view's. */
    listed: <Item>(list: Item[] = []): Item[] | undefined => (list.length > 0 || view ? list : undefined),
    /** In the order of row ids where there are no terms, unlike a view or the statement of the table. */
    sortBy: (terms: string[] = []) =>
      change({ sort: terms.length > 0 || view || details?.order_by.length ? terms : undefined }),
    isPast: search.as_of !== undefined,
    isFiltered: viewed.filter !== undefined || viewed.also !== undefined,
    isWithheld: view?.filter_withheld === true && !search.filter,
    openAs: (name: string) =>
      void navigate({ params: { workbookId, table: name }, search: true, replace: true }),
    leave: () => void navigate({ to: '/workbooks/$workbookId', params: { workbookId } }),
  };
}
