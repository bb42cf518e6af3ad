import { queryOptions } from '@tanstack/react-query';
import {
  getTable,
  listAnnotations,
  listComments,
  listConflicts,
  listViews,
  profileTable,
} from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { pathOf, type TablePlace } from './first-rows.js';

const keyOf = ({ workbookId, table }: TablePlace, what: string) => [
  'workbook',
  workbookId,
  'table',
  table,
  what,
];

export const tableQuery = (place: TablePlace) =>
  queryOptions({
    queryKey: keyOf(place, 'self'),
    queryFn: ({ signal }) => getTable(service, { path: pathOf(place), signal }),
  });

export const annotationsQuery = (place: TablePlace) =>
  queryOptions({
    queryKey: keyOf(place, 'annotations'),
    queryFn: ({ signal }) =>
      listAnnotations(service, { path: pathOf(place), query: { limit: 1000 }, signal }),
  });

export const viewsQuery = (place: TablePlace) =>
  queryOptions({
    queryKey: ['workbook', place.workbookId, 'views', place.table],
    queryFn: ({ signal }) => listViews(service, { path: pathOf(place), query: { limit: 1000 }, signal }),
  });

/** Those of open threads, or of resolved ones. */
export const commentsQuery = (place: TablePlace, resolved: boolean) =>
  queryOptions({
    queryKey: ['workbook', place.workbookId, 'comments', place.table, resolved],
    queryFn: async ({ signal }) => {
      const query = { limit: 1000, resolved };
      return (await listComments(service, { path: pathOf(place), query, signal })).comments;
    },
  });

export const profileQuery = (place: TablePlace) =>
  queryOptions({
    queryKey: keyOf(place, 'profile'),
    queryFn: ({ signal }) => profileTable(service, { path: pathOf(place), signal }),
  });

export const openConflictsQuery = ({ workbookId }: TablePlace) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'conflicts', 'open', 'cells'],
    queryFn: ({ signal }) =>
      listConflicts(service, {
        path: { workbook_id: workbookId },
        query: { status: 'open', limit: 200 },
        signal,
      }),
  });
