import { useQueryClient } from '@tanstack/react-query';
import { deleteRows, listOps, undoOp, upsertRows } from '@workbook-data-service/client/api';
import { useMemo } from 'react';
import { noteOwnOp } from '../../app/keep-live.js';
import { queryClient } from '../../app/query-client.js';
import { service } from '../../app/service.js';
import { sessionQuery } from '../../app/session.js';
import { TableEdits, type TableWriter } from './table-edits.js';

/** What is typed one after the other is read again together. */
const READ_AGAIN_MS = 200;

/** The edits of the table that the page shows. */
export function useTableEdits(workbookId: string, table: string): TableEdits {
  const queries = useQueryClient();
  return useMemo(() => {
    let waiting: ReturnType<typeof setTimeout>;
    const readAgain = () => {
      void queries.invalidateQueries({ queryKey: ['workbook', workbookId, 'rows', table] });
      void queries.invalidateQueries({ queryKey: ['workbook', workbookId, 'table', table] });
    };
    const readAgainSoon = () => {
      clearTimeout(waiting);
      waiting = setTimeout(readAgain, READ_AGAIN_MS);
    };
    return new TableEdits(writerOf(workbookId, table), readAgainSoon);
  }, [queries, workbookId, table]);
}

function writerOf(workbookId: string, name: string): TableWriter {
  const path = { workbook_id: workbookId, name };
  const noting = async <Answer extends { op_id: number }>(call: Promise<Answer>): Promise<Answer> => {
    const answer = await call;
    noteOwnOp(workbookId, answer.op_id);
    return answer;
  };
  return {
    upsert: (rows, expected_version) =>
      noting(upsertRows(service, { path, body: { rows, expected_version } })),
    remove: (row_ids, expected_version) =>
      noting(deleteRows(service, { path, body: { row_ids, expected_version } })),
    undo: (op_id, force) =>
      noting(undoOp(service, { path: { workbook_id: workbookId, op_id }, query: { force }, body: {} })),
    lastOp: async () => {
      const { user } = await queryClient.ensureQueryData(sessionQuery);
      const { ops } = await listOps(service, { path: { workbook_id: workbookId }, query: { limit: 50 } });
      return ops.find(
        (op) => op.table === name && op.undoable && op.undone_by === null && op.user_id === user.id,
      )?.op_id;
    },
  };
}
