import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { messages, useText } from '../text/text.js';
import { Button, IconButton } from './button.js';
import styles from './toasts.module.css';

const texts = messages({ close: 'Dismiss' }, { close: '閉じる' });
const manager = Toast.createToastManager();

interface Shown {
  text: string;
  /** Such as "Undo". */
  action?: { label: string; onClick: () => void };
}

/** Tells for a few seconds what was done. Errors are not told this way: they stay where they happened. */
export function showToast({ text, action }: Shown): void {
  const id: string = manager.add({
    title: text,
    ...(action && {
      timeout: 10_000,
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id);
          action.onClick();
        },
      },
    }),
  });
}

export function Toasts() {
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  const text = useText(texts);
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
      <Toast.Title render={<p />} />
      {toast.actionProps && <Toast.Action render={<Button look="quiet" />} />}
      <Toast.Close render={<IconButton label={text.close} icon={<X />} />} />
    </Toast.Root>
  ));
}
