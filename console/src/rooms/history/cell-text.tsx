import { messages, useText } from '../../text/text.js';
import styles from './history.module.css';

const texts = messages({ empty: 'empty' }, { empty: '空' });

/** A cell in a sentence or a list; that it is empty is said in words. */
export function CellText({ value }: { value: unknown }) {
  const text = useText(texts);
  if (value === null || value === undefined || value === '')
    return <span className={styles.empty}>{text.empty}</span>;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
