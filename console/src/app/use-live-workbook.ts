import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Table, WorkbookEvent } from '@workbook-data-service/client/api';
import { useEffect } from 'react';
import { isConcerned } from './concerned-queries.js';
import { service } from './service.js';

/** How long events are gathered: a change often comes with others, and the answer to a change of this page with its event. */
const GATHERING_MS = 150;

const ownOps = new Set<string>();
const keyOf = (workbookId: string, opId: number) => `${workbookId} ${opId}`;

/** Notes a change that this page made to a table, and after which it reads the table again by itself. */
export function noteOwnOp(workbookId: string, opId: number): void {
  ownOps.add(keyOf(workbookId, opId));
}

/** Reads again what an event of the workbook concerns, as long as a page of the workbook is open. */
export function useLiveWorkbook(workbookId: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let gathered: WorkbookEvent[] = [];
    let isReading = false;
    /** One after the other: a reading that every new event began anew would never end. */
    const readAgain = async (): Promise<void> => {
      if (isReading) return;
      isReading = true;
      while (gathered.length > 0 && !signal.aborted) {
        await new Promise((resolve) => setTimeout(resolve, GATHERING_MS));
        const events = gathered;
        gathered = [];
        await invalidateConcerned(queries, workbookId, events);
      }
      isReading = false;
    };
    const follow = async (): Promise<void> => {
      for await (const event of service.workbook(workbookId).events({ signal })) {
        gathered.push(event);
        void readAgain();
      }
    };
    follow().catch(() => {
      // Without events the page still shows what it has read, and reads again when it is opened.
    });
    return () => leaving.abort();
  }, [queries, workbookId]);
}

async function invalidateConcerned(
  queries: QueryClient,
  workbookId: string,
  events: readonly WorkbookEvent[],
): Promise<void> {
  const tableIdOf = (name: string) =>
    queries.getQueryData<Table>(['workbook', workbookId, 'table', name, 'self'])?.id;
  const isOwnOp = (opId: number) => ownOps.has(keyOf(workbookId, opId));
  await queries.invalidateQueries({
    queryKey: ['workbook', workbookId],
    predicate: ({ queryKey }) => events.some((event) => isConcerned(event, queryKey, { tableIdOf, isOwnOp })),
  });
}
