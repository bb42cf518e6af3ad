import type { ReactNode } from 'react';
import { messages, useText } from '../text/text.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { ProblemNotice } from './notice.js';

const texts = messages({ cancel: 'Cancel' }, { cancel: 'キャンセル' });

interface ConfirmDialogProps {
  title: string;
  /** What will be gone. */
  children: ReactNode;
  /** On the button that goes ahead. */
  action: string;
  change: { mutate: () => void; isPending: boolean; error: unknown };
  onClose: () => void;
}

/** Asks once before something is taken away. */
export function ConfirmDialog({ title, children, action, change, onClose }: ConfirmDialogProps) {
  const text = useText(texts);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button look="danger" disabled={change.isPending} onClick={() => change.mutate()}>
            {action}
          </Button>
        </>
      }
    >
      <div>{children}</div>
      <ProblemNotice error={change.error} />
    </Dialog>
  );
}
