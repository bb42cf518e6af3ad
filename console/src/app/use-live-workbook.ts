import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { service } from './service.js';

/** Reads again what an event of the workbook concerns, as long as a page of the workbook is open. */
export function useLiveWorkbook(workbookId: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    const leaving = new AbortController();
    const everything = () => queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
    const follow = async (): Promise<void> => {
      for await (const _ of service.workbook(workbookId).events({ signal: leaving.signal }))
        void everything();
    };
    follow().catch(() => {
      // Without events the page still shows what it has read, and reads again when it is opened.
    });
    return () => leaving.abort();
  }, [queries, workbookId]);
}
