import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { messages, useText } from '../text/text.js';
import { IconButton } from './button.js';
import styles from './drawer.module.css';

const texts = messages({ close: 'Close' }, { close: '閉じる' });

interface DrawerProps {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** What has no room beside the page lies over it, until it is closed: by Escape, the cross or a touch beside it. */
export function Drawer({ title, onClose, children }: DrawerProps) {
  const text = useText(texts);
  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup className={styles.drawer}>
          <header className={styles.header}>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            <IconButton label={text.close} icon={<X />} onClick={onClose} />
          </header>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
