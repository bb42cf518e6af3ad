import { setPresence } from '@workbook-data-service/client/api';
import { useEffect, useMemo, useState } from 'react';
import { pageSession, usePresent } from '../../app/presence.js';
import { service } from '../../app/service.js';
import { PresenceTeller } from './presence-teller.js';

/** Says where the reader is in a table, and answers who else has it open. */
export function usePresence(
  { workbookId, tableId }: { workbookId: string; tableId: string | undefined },
  cell: { rowId: number; column: string } | undefined,
) {
  const present = usePresent(workbookId);
  const isAlone = present.length === 0;
  const [teller, setTeller] = useState<PresenceTeller>();
  useEffect(() => {
    if (tableId === undefined) return;
    const made = new PresenceTeller((place) =>
      setPresence(service, {
        path: { workbook_id: workbookId },
        body: { session: pageSession, table: place ? tableId : null, ...place },
      }),
    );
    setTeller(made);
    return () => made.leave();
  }, [workbookId, tableId]);
  const { rowId = null, column = null } = cell ?? {};
  useEffect(() => {
    teller?.move({ row_id: rowId, column }, isAlone);
  }, [teller, rowId, column, isAlone]);
  return useMemo(() => present.filter((one) => one.artifact_id === tableId), [present, tableId]);
}
