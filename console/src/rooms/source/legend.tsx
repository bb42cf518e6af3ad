import { useText } from '../../text/text.js';
import styles from './legend.module.css';
import { texts } from './texts.js';

/** What the colours over the sheet mean. */
export function Legend() {
  const text = useText(texts);
  const entries = [
    ['title', text.title],
    ['header', text.header],
    ['group', text.group],
    ['data', text.record],
    ['derived', text.derived],
    ['note', text.note],
    ['unplaced', text.unplacedCell],
    ['agrees', text.agreeing],
    ['differs', text.differing],
  ] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it is scrolled, also by keyboard.
    <ul className={styles.legend} aria-label={text.legend} tabIndex={0}>
      {entries.map(([role, label]) => (
        <li key={role}>
          <span className={`${styles.swatch} ${styles[role]}`} aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  );
}
