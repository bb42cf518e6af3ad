import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Secret } from '../../ui/secret.js';

interface SecretDialogProps {
  title: string;
  label: string;
  value: string;
  /** On the button that closes it. */
  done: string;
  onClose: () => void;
}

/** Shows a secret that was just made, which cannot be shown again. */
export function SecretDialog({ title, label, value, done, onClose }: SecretDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {done}
        </Button>
      }
    >
      <Secret label={label} value={value} />
    </Dialog>
  );
}
