import { messages, useText } from '../text/text.js';
import styles from './progress.module.css';

const texts = messages({ loading: 'Loading' }, { loading: '読み込み中' });

/** How far something is, from 0 to 100; without a value it only shows that something goes on. */
export function ProgressBar({ label, value }: { label: string; value?: number | undefined }) {
  return (
    <progress className={styles.bar} aria-label={label} max={100} {...(value !== undefined && { value })} />
  );
}

/** While a part of the page is being read. */
export function Loading() {
  const text = useText(texts);
  return (
    <div className={styles.loading} role="status">
      <span className={styles.dots} aria-hidden />
      <span className="for-screen-readers">{text.loading}</span>
    </div>
  );
}
