import { useQueryClient } from '@tanstack/react-query';
import { deleteRows, upsertRows } from '@workbook-data-service/client/api';
import { useMemo } from 'react';
import { noteOwnOp } from '../../app/keep-live.js';
import { service } from '../../app/service.js';
import { nextStep, takeStep } from '../../app/undo/next-step.js';
import { tellDone, tellImpossible, tellNone } from '../../app/undo/tell-step.js';
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
    const steps = { onDone: tellDone, onImpossible: tellImpossible, onNone: tellNone };
    return new TableEdits(writerOf(workbookId, table), readAgainSoon, steps);
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
    nextStep: (direction) => nextStep(workbookId, direction),
    // Other pages read again what it changed when its event comes.
    undo: (op_id, force) => takeStep(workbookId, op_id, force),
  };
}
