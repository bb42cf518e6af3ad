import { useQueryClient } from '@tanstack/react-query';
import type { PresentUser } from '@workbook-data-service/client';
import { useEffect } from 'react';
import { keepLive } from './keep-live.js';
import { pageSession, presenceKey } from './presence.js';
import { service } from './service.js';

/** Reads again what others change in the workbook, as long as a page of it is open. */
export function useLiveWorkbook(workbookId: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const tell = (present: PresentUser[]) => queries.setQueryData(presenceKey(workbookId), present);
    const presence = { session: pageSession, tell };
    const follow = (onUpToDate: () => void) =>
      service.workbook(workbookId).events({ signal, onUpToDate, presence });
    void keepLive(queries, workbookId, { follow, signal });
    return () => {
      leaving.abort();
      tell([]);
    };
  }, [queries, workbookId]);
}
