import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Dialog } from '../../ui/dialog.js';
import styles from './security.module.css';
import { texts } from './texts.js';

/** Shown once, when they are made. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = useText(texts);
  return (
    <Dialog
      title={text.codes}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {text.done}
        </Button>
      }
    >
      <p>{text.codesHint}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton copied={codes.join('\n')} />
    </Dialog>
  );
}
