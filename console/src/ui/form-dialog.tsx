import { type FormEvent, type ReactNode, useId } from 'react';
import { messages, useText } from '../text/text.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { ProblemNotice } from './notice.js';

const texts = messages({ cancel: 'Cancel' }, { cancel: 'キャンセル' });

interface FormDialogProps {
  title: string;
  /** The fields, and what is to be said about them. */
  children: ReactNode;
  /** On the button that goes ahead. */
  action: string;
  onSubmit: (given: FormData) => void;
  /** What is under way after the form was sent. */
  change: { isPending: boolean; error: unknown };
  /** Whether what is filled in cannot be sent. */
  isRefused?: boolean | undefined;
  onClose: () => void;
}

/** Asks for what a change needs. It stays open, with what was filled in, if the change fails. */
export function FormDialog(props: FormDialogProps) {
  const { title, children, action, onSubmit, change, isRefused = false, onClose } = props;
  const text = useText(texts);
  const form = useId();
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!isRefused) onSubmit(new FormData(event.currentTarget));
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form={form} look="primary" disabled={change.isPending || isRefused}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} className="stacked" onSubmit={submit}>
        {children}
      </form>
      <ProblemNotice error={change.error} />
    </Dialog>
  );
}
