import { queryOptions } from '@tanstack/react-query';
import { getTable, getTransform, listTransforms } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';

export const transformsQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'transforms'],
    queryFn: ({ signal }) =>
      listTransforms(service, { path: { workbook_id: workbookId }, query: { limit: 1000 }, signal }),
  });

export const transformQuery = (workbookId: string, transform: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'transforms', transform],
    queryFn: ({ signal }) => getTransform(service, { path: { workbook_id: workbookId, transform }, signal }),
  });

/** Its freshness says why it is stale, which lists do not. */
export const outputQuery = (workbookId: string, table: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'tables', table, 'freshness'],
    queryFn: ({ signal }) => getTable(service, { path: { workbook_id: workbookId, name: table }, signal }),
  });
