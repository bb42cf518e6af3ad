import { messages, useText } from '../../text/text.js';
import { CopyButton } from '../../ui/copy-button.js';
import styles from './developers-page.module.css';

const texts = messages(
  { copy: (name: string) => `Copy: ${name}` },
  { copy: (name: string) => `コピー: ${name}` },
);

/** Code to copy; with a title if it has one of its own. */
export function Snippet({ title, name, code }: { title?: string; name: string; code: string }) {
  const text = useText(texts);
  return (
    <div className={styles.snippet}>
      {title && <h3>{title}</h3>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled by keyboard. */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <CopyButton look="quiet" copied={code} aria-label={text.copy(name)} />
    </div>
  );
}
