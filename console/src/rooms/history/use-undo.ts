import { useMutation } from '@tanstack/react-query';
import { ProblemError } from '@workbook-data-service/client';
import { type ChangeMade, takeStep } from '../../app/undo/next-step.js';
import { tellDone } from '../../app/undo/tell-step.js';

type UndoableChange = ChangeMade & { op_id: number };

/** Undoes ops. Where later edits would be lost, it stops, and the user may force it. */
export function useUndo(workbookId: string, onDone: () => void) {
  const undo = useMutation({
    mutationFn: ({ op, force }: { op: UndoableChange; force: boolean }) =>
      takeStep(workbookId, op.op_id, force),
    onSuccess: (_, { op }) => {
      tellDone({ direction: 'back', change: op });
      onDone();
    },
  });
  const { error } = undo;
  return {
    run: (op: UndoableChange, force = false) => undo.mutate({ op, force }),
    isPending: undo.isPending,
    error,
    canForce: error instanceof ProblemError && 'conflicts' in error.members,
  };
}
