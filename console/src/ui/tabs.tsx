import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './tabs.module.css';

/** Parts of a page, of which one is open. Each is a link, so that it can be shared. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> };

function TabAnchor({ className, children, ...others }: AnchorProps) {
  return (
    <a className={`${styles.tab} ${className ?? ''}`} {...others}>
      {children}
    </a>
  );
}

/** Mark the open one with `aria-current`, which the router does for the address that is open. */
export const Tab: LinkComponent<typeof TabAnchor> = createLink(TabAnchor);
