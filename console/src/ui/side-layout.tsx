import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './side-layout.module.css';

interface SideLayoutProps {
  title: string;
  /** Of the links. */
  label: string;
  links: ReactNode;
  children: ReactNode;
}

/** Pages that belong together, listed beside the one that is open; above it on a narrow screen. */
export function SideLayout({ title, label, links, children }: SideLayoutProps) {
  return (
    <div className={styles.layout}>
      <nav className={styles.side} aria-label={label}>
        <strong className={styles.title}>{title}</strong>
        {links}
      </nav>
      <div className={styles.page}>{children}</div>
    </div>
  );
}

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  icon: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
};

function SideAnchor({ icon, children, ...others }: AnchorProps) {
  return (
    <a {...others} className={styles.link}>
      {icon}
      {children}
    </a>
  );
}

/** The router marks the one that is open with `aria-current`. */
export const SideLink: LinkComponent<typeof SideAnchor> = createLink(SideAnchor);
