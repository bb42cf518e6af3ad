import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** A word about the thing beside it, such as "stale" or "private". */
export function Badge({
  kind = 'neutral',
  children,
  title,
}: {
  kind?: 'neutral' | 'good' | 'warning' | 'bad' | 'info';
  children: ReactNode;
  title?: string;
}) {
  return (
    <span className={`${styles.badge} ${styles[kind]}`} title={title}>
      {children}
    </span>
  );
}
