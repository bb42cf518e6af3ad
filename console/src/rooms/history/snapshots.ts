import { infiniteQueryOptions } from '@tanstack/react-query';
import { listSnapshots, type Snapshot } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import type { Language } from '../../preferences.js';
import { messageText } from '../../text/messages/message-text.js';

/** Pinned states, newest first, page by page: those to keep or, if asked, those that the service pinned by itself. */
export const snapshotPages = (workbookId: string, isAutomatic = false) =>
  infiniteQueryOptions({
    queryKey: ['workbook', workbookId, 'snapshots', isAutomatic],
    queryFn: ({ pageParam, signal }) =>
      listSnapshots(service, {
        path: { workbook_id: workbookId },
        query: {
          limit: 50,
          ...(isAutomatic && { automatic: true }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

/** What comparisons and links call a state: its label, where it has one. */
export const nameOfSnapshot = ({ label, id }: Snapshot): string => label ?? id;

/** What people call a state. */
export const titleOfSnapshot = (
  { label, summary, summary_code: code, summary_params: params }: Snapshot,
  language: Language,
): string => label ?? messageText({ text: summary, code, params }, language);
