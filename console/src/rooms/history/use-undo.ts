import { useMutation } from '@tanstack/react-query';
import { ProblemError } from '@workbook-data-service/client';
import { undoOp } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { messages, useText } from '../../text/text.js';
import { showToast } from '../../ui/toasts.js';

const texts = messages(
  { undone: (opId: number) => `Change ${opId} is undone.` },
  { undone: (opId: number) => `変更 ${opId} を元に戻しました。` },
);

/** Undoes ops. Where later edits would be lost, it stops, and the user may force it. */
export function useUndo(workbookId: string, onDone: () => void) {
  const text = useText(texts);
  const undo = useMutation({
    mutationFn: ({ opId, force }: { opId: number; force: boolean }) =>
      undoOp(service, { path: { workbook_id: workbookId, op_id: opId }, query: { force }, body: {} }),
    onSuccess: ({ undone_op_id: opId }) => {
      showToast({ text: text.undone(opId) });
      onDone();
    },
  });
  const { error } = undo;
  return {
    run: (opId: number, force = false) => undo.mutate({ opId, force }),
    isPending: undo.isPending,
    error,
    canForce: error instanceof ProblemError && 'conflicts' in error.members,
  };
}
