import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readRows } from '@workbook-data-service/client/api';
import { filterOf } from '../../app/row-filter/conditions.js';
import { service } from '../../app/service.js';
import { BLOCK_ROWS } from '../../grid/row-blocks.js';
import type { TableSearch } from './table-search.js';

export interface TablePlace {
  workbookId: string;
  table: string;
}

/** The part of the address that decides which rows there are, and in which order. */
export type Viewed = Pick<TableSearch, 'sort' | 'filter' | 'as_of'>;

export const pathOf = ({ workbookId, table }: TablePlace) => ({ workbook_id: workbookId, name: table });

export function rowsQueryOf({ sort, filter, as_of }: Viewed) {
  const condition = filterOf(filter);
  return {
    limit: BLOCK_ROWS,
    ...(sort && { order_by: JSON.stringify(sort) }),
    ...(condition && { filter: JSON.stringify(condition) }),
    ...(as_of !== undefined && { as_of }),
  };
}

/**
 * The first rows also tell how many there are, their columns and the version. The router asks for them while the page is
 * still being loaded.
 */
export const firstRowsQuery = (place: TablePlace, viewed: Viewed) =>
  queryOptions({
    queryKey: ['workbook', place.workbookId, 'rows', place.table, rowsQueryOf(viewed)],
    queryFn: ({ signal }) => readRows(service, { path: pathOf(place), query: rowsQueryOf(viewed), signal }),
    placeholderData: keepPreviousData,
  });
