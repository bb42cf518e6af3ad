import { queryOptions } from '@tanstack/react-query';
import {
  getWorkbook,
  listFileLinks,
  listPolicies,
  listSources,
  listTables,
} from '@workbook-data-service/client/api';
import { service } from './service.js';
import { inReadingOrder } from './table-names.js';

/**
 * What several rooms read of a workbook. Keys begin with `['workbook', id]`, then the kind of thing, then its name, so
 * that an event makes exactly what it concerns be read again (`keep-live.ts`).
 */
export const workbookQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'self'],
    queryFn: ({ signal }) => getWorkbook(service, { path: { workbook_id: workbookId }, signal }),
  });

export const tablesQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'tables'],
    queryFn: async ({ signal }) => {
      const answer = await listTables(service, { path: { workbook_id: workbookId }, signal });
      return { ...answer, artifacts: inReadingOrder(answer.artifacts) };
    },
  });

export const sourcesQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'sources'],
    queryFn: ({ signal }) => listSources(service, { path: { workbook_id: workbookId }, signal }),
  });

/** Whether a workbook has rules about its columns. */
export const governedQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'policies', 'any'],
    queryFn: async ({ signal }) => {
      const query = { limit: 1 };
      const answer = await listPolicies(service, { path: { workbook_id: workbookId }, query, signal });
      return answer.policies.length > 0;
    },
  });

/** Files that are followed where they live, with their versions. */
export const fileLinksQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'file-links'],
    queryFn: ({ signal }) =>
      listFileLinks(service, { path: { workbook_id: workbookId }, query: { limit: 100 }, signal }),
  });
