import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Filter } from '@workbook-data-service/client';
import { readRows, type View } from '@workbook-data-service/client/api';
import { conditionsOf, filterOf } from '../../app/row-filter/conditions.js';
import { service } from '../../app/service.js';
import { BLOCK_ROWS } from '../../grid/row-blocks.js';
import type { TableSearch } from './table-search.js';

export interface TablePlace {
  workbookId: string;
  table: string;
}

/** The part of the address that decides which rows there are, and in which order. */
export interface Viewed extends Pick<TableSearch, 'sort' | 'filter' | 'as_of'> {
  /** A filter of the view that says more than a list of conditions. */
  also?: Filter;
}

/** The part that the address does not say is as the view says it; without either, a derived table is in the order of its statement. */
export function viewedOf(
  { sort, filter, as_of }: TableSearch,
  view: View | undefined,
  computedOrder: string[] = [],
): Viewed {
  const said = view && conditionsOf(view.filter);
  const order = sort ?? view?.order_by ?? computedOrder;
  return {
    ...(order?.length && { sort: order }),
    ...(filter ? { filter } : said?.length && { filter: said }),
    ...(!filter && view && !said && { also: view.filter as Filter }),
    ...(as_of !== undefined && { as_of }),
  };
}

export function conditionOfAll({ filter, also }: Viewed): Filter | undefined {
  const condition = filterOf(filter);
  return also && condition ? { and: [also, condition] } : (also ?? condition);
}

export const pathOf = ({ workbookId, table }: TablePlace) => ({ workbook_id: workbookId, name: table });

export function rowsQueryOf(viewed: Viewed) {
  const { sort, as_of } = viewed;
  const condition = conditionOfAll(viewed);
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
