import { useMutation } from '@tanstack/react-query';
import { useText } from '../../text/text.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { showToast } from '../../ui/toasts.js';
import { texts } from './texts.js';

interface RemoveDialogProps {
  title: string;
  hint: string;
  done: string;
  onRemove: () => Promise<unknown>;
  onUndo: () => Promise<unknown>;
  /** Told where the notice stays, since the dialog is closed by then. */
  onUndoFailed: (error: unknown) => void;
  /** Whatever was done or undone is read again by it. */
  readAgain: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a tag or rule goes, since values become visible by it, and offers to put it back. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { title, hint, done, onRemove, onUndo, onUndoFailed, readAgain, onClose } = props;
  const text = useText(texts);
  const remove = useMutation({
    mutationFn: onRemove,
    onSuccess: async () => {
      showToast({
        text: done,
        action: { label: text.undo, onClick: () => void onUndo().catch(onUndoFailed).finally(readAgain) },
      });
      onClose();
      await readAgain();
    },
  });
  return (
    <ConfirmDialog title={title} action={text.remove} change={remove} onClose={onClose}>
      <p>{hint}</p>
    </ConfirmDialog>
  );
}
