import { createLink, type LinkComponent, useLocation } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { PlaceContext } from './page.js';
import styles from './side-layout.module.css';

interface SideLayoutProps {
  title: string;
  /** Beside the title, such as a badge. */
  beside?: ReactNode;
  /** Of the links. */
  label: string;
  links: ReactNode;
  children: ReactNode;
}

/** Pages that belong together, listed beside the one that is open; above it on a narrow screen. */
export function SideLayout({ title, beside, label, links, children }: SideLayoutProps) {
  const side = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another link that is open.
  useEffect(() => {
    const open = side.current?.querySelector('[aria-current="page"]');
    open?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <div className={styles.layout}>
      <nav ref={side} className={styles.side} aria-label={label}>
        <div className={styles.title}>
          <strong>{title}</strong> {beside}
        </div>
        {links}
      </nav>
      <div className={styles.page}>
        <PlaceContext value={title}>{children}</PlaceContext>
      </div>
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
