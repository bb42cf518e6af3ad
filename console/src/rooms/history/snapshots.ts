import { infiniteQueryOptions } from '@tanstack/react-query';
import { listSnapshots, type Snapshot } from '@workbook-data-service/client/api';
import type { Language } from '../../app/preferences.js';
import { sentenceBook } from '../../app/sentence-book.js';
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

/** Of the states that the service pins by itself. */
const givenNames = sentenceBook({
  'Version {n} of {file}': '{file} の版 {n}',
  'Before the undo of a restore': '復元の取り消しの前',
  'Before the restore of "{name}"': '「{name}」の復元の前',
});

/** What people call a state. */
export const titleOfSnapshot = ({ label, summary, automatic }: Snapshot, language: Language): string =>
  label ?? (automatic ? givenNames(summary, language) : summary);
