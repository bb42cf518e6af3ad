import { createLink, type LinkComponent, useLocation } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { type AnchorHTMLAttributes, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { messages, useText } from '../text/text.js';
import { IconButton } from './button.js';
import { Drawer } from './drawer.js';
import { PlaceContext } from './page.js';
import styles from './side-layout.module.css';
import { useIsNarrow } from './use-is-narrow.js';

const texts = messages({ open: 'Open the menu' }, { open: 'メニューを開く' });

interface SideLayoutProps {
  title: string;
  /** Beside the title, such as a badge. */
  beside?: ReactNode;
  /** Of the links. */
  label: string;
  links: ReactNode;
  children: ReactNode;
}

/** Pages that belong together, listed beside the one that is open; in a drawer on a narrow screen. */
export function SideLayout({ title, beside, label, links, children }: SideLayoutProps) {
  const isNarrow = useIsNarrow();
  return (
    <div className={styles.layout}>
      {isNarrow ? (
        <DrawerBar title={title} beside={beside} label={label} links={links} />
      ) : (
        <Side label={label}>
          <div className={styles.title}>
            <strong>{title}</strong> {beside}
          </div>
          {links}
        </Side>
      )}
      <div className={styles.page}>
        <PlaceContext value={title}>{children}</PlaceContext>
      </div>
    </div>
  );
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  const side = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another link that is open.
  useEffect(() => {
    side.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={side} className={styles.side} aria-label={label}>
      {children}
    </nav>
  );
}

/** The name of the place above its page, with the button that opens its links. */
function DrawerBar({ title, beside, label, links }: Omit<SideLayoutProps, 'children'>) {
  const text = useText(texts);
  const { pathname } = useLocation();
  /** The address at which it was opened: another one is what its user was looking for. */
  const [openedAt, setOpenedAt] = useState<string>();
  const close = () => setOpenedAt(undefined);
  return (
    <div className={styles.bar}>
      <IconButton
        label={text.open}
        aria-haspopup="dialog"
        icon={<Menu />}
        onClick={() => setOpenedAt(pathname)}
      />
      <strong>{title}</strong> {beside}
      {openedAt === pathname && (
        <Drawer title={title} onClose={close}>
          <Side label={label}>{links}</Side>
        </Drawer>
      )}
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
      <span>{children}</span>
    </a>
  );
}

/** The router marks the one that is open with `aria-current`. */
export const SideLink: LinkComponent<typeof SideAnchor> = createLink(SideAnchor);
