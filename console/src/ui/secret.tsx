import { messages, useText } from '../text/text.js';
import { CopyButton } from './copy-button.js';
import { Notice } from './notice.js';
import styles from './secret.module.css';

const texts = messages(
  { once: 'Copy it now and keep it safe: it is not shown again.' },
  { once: '今すぐコピーして、安全な場所に保管してください。再び表示されることはありません。' },
);

/** Something that the service tells only once. */
export function Secret({ label, value }: { label: string; value: string }) {
  const text = useText(texts);
  return (
    <Notice>
      <p>{text.once}</p>
      <div className={styles.secret}>
        <input readOnly aria-label={label} value={value} onFocus={(event) => event.currentTarget.select()} />
        <CopyButton copied={value} />
      </div>
    </Notice>
  );
}
