import { Menu as BaseMenu } from '@base-ui/react/menu';
import { type ButtonHTMLAttributes, cloneElement, type ReactElement, type ReactNode, useState } from 'react';
import styles from './menu.module.css';

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  children: ReactNode;
}

/** A menu is made when it is first opened, since a page may have dozens of which none is. */
export function Menu({ trigger, children }: MenuProps) {
  const [isMade, setIsMade] = useState(false);
  if (!isMade)
    return cloneElement(trigger, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: () => setIsMade(true),
      onKeyDown: (event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setIsMade(true);
      },
    });
  return (
    <BaseMenu.Root defaultOpen>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={4} align="end" className={styles.positioner}>
          <BaseMenu.Popup className={styles.popup}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  isDangerous?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, isDangerous, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <BaseMenu.Item
      className={`${styles.item} ${isDangerous ? styles.dangerous : ''}`}
      disabled={disabled}
      onClick={onSelect}
    >
      {icon}
      {children}
    </BaseMenu.Item>
  );
}

interface MenuDownloadProps {
  icon?: ReactNode;
  href: string;
  children: ReactNode;
}

/** A file to download. */
export function MenuDownload({ icon, href, children }: MenuDownloadProps) {
  return (
    <BaseMenu.Item className={styles.item} render={<a href={href} download />}>
      {icon}
      {children}
    </BaseMenu.Item>
  );
}

export function MenuSeparator() {
  return <BaseMenu.Separator className={styles.separator} />;
}
