import { queryOptions } from '@tanstack/react-query';
import { diffFileVersions } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';

/** What a version of a tracked file changed against the one before it. */
export const fileDiffQuery = (workbookId: string, linkId: string, version: number) =>
  queryOptions({
    queryKey: ['file-diff', workbookId, linkId, version],
    queryFn: ({ signal }) =>
      diffFileVersions(service, { path: { workbook_id: workbookId, link_id: linkId, n: version }, signal }),
    // Versions never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
