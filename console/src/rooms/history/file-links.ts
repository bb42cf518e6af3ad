import { queryOptions } from '@tanstack/react-query';
import { diffFileVersions, listFileLinks } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';

/** Files that are followed where they live, with their versions. */
export const fileLinksQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'file-links'],
    queryFn: ({ signal }) =>
      listFileLinks(service, { path: { workbook_id: workbookId }, query: { limit: 100 }, signal }),
  });

/** What a version of a tracked file changed against the one before it. */
export const fileDiffQuery = (workbookId: string, linkId: string, version: number) =>
  queryOptions({
    queryKey: ['file-diff', workbookId, linkId, version],
    queryFn: ({ signal }) =>
      diffFileVersions(service, { path: { workbook_id: workbookId, link_id: linkId, n: version }, signal }),
    // Versions never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
