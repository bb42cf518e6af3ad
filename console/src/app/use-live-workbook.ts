import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepLive } from './keep-live.js';
import { service } from './service.js';

/** Reads again what others change in the workbook, as long as a page of it is open. */
export function useLiveWorkbook(workbookId: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const follow = (onUpToDate: () => void) => service.workbook(workbookId).events({ signal, onUpToDate });
    void keepLive(queries, workbookId, { follow, signal });
    return () => leaving.abort();
  }, [queries, workbookId]);
}
