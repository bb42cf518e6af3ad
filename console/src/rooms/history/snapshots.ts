import { infiniteQueryOptions } from '@tanstack/react-query';
import { listSnapshots, type Snapshot } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';

/** Pinned states, newest first, page by page. */
export const snapshotPages = (workbookId: string) =>
  infiniteQueryOptions({
    queryKey: ['workbook', workbookId, 'snapshots'],
    queryFn: ({ pageParam, signal }) =>
      listSnapshots(service, {
        path: { workbook_id: workbookId },
        query: { limit: 50, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

/** What comparisons and links call a state: its label, where it has one. */
export const nameOfSnapshot = ({ label, id }: Snapshot): string => label ?? id;

/** What people call a state. */
export const titleOfSnapshot = ({ label, summary }: Snapshot): string => label ?? summary;
