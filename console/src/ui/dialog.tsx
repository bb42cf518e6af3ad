import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { messages, useText } from '../text/text.js';
import { IconButton } from './button.js';
import styles from './dialog.module.css';

const texts = messages({ close: 'Close' }, { close: '閉じる' });

interface DialogProps {
  title: string;
  onClose: () => void;
  /** What stands before the buttons. */
  children: ReactNode;
  /** Buttons, the one that goes ahead last. */
  actions?: ReactNode;
  width?: 'narrow' | 'wide';
}

/** Shown while it is rendered. Escape, the cross and a click outside close it; the focus goes back to where it was. */
export function Dialog({ title, onClose, children, actions, width = 'narrow' }: DialogProps) {
  const text = useText(texts);
  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup className={`${styles.popup} ${styles[width]}`}>
          <header className={styles.header}>
            <BaseDialog.Title>{title}</BaseDialog.Title>
            <IconButton label={text.close} icon={<X />} onClick={onClose} />
          </header>
          <div className={styles.content}>{children}</div>
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
