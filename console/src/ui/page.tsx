import { createContext, type ReactNode, useContext, useEffect } from 'react';
import styles from './page.module.css';

/** The name of what a page belongs to, such as its workbook. */
export const PlaceContext = createContext('');

interface PageProps {
  title: string;
  /** What the title stands for, where it is another name. */
  titleHint?: string;
  /** Beside the title, such as badges. */
  beside?: ReactNode;
  /** Below the title. */
  description?: ReactNode;
  actions?: ReactNode;
  /** Whether the content takes the whole room, without margins. */
  isFull?: boolean;
  children: ReactNode;
}

/** A page of the console: its title, which the browser tab shows with the place, what can be done, and its content. */
export function Page({
  title,
  titleHint,
  beside,
  description,
  actions,
  isFull = false,
  children,
}: PageProps) {
  const place = useContext(PlaceContext);
  useEffect(() => {
    document.title = place && place !== title ? `${title} – ${place}` : title;
  }, [title, place]);
  return (
    <main id="content" className={`${styles.page} ${isFull ? styles.full : ''}`} tabIndex={-1}>
      <header className={styles.header}>
        <div className={styles.about}>
          <div className={styles.title}>
            <h1 title={titleHint}>{title}</h1>
            {beside}
          </div>
          {description && <div className={styles.description}>{description}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={styles.content}>{children}</div>
    </main>
  );
}
