import { Link } from '@tanstack/react-router';
import type { Workbook } from '@workbook-data-service/client/api';
import { recentWorkbooks } from '../../app/recent-workbooks.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import styles from './recent-workbooks.module.css';
import { texts } from './texts.js';

const MOST = 4;
/** Fewer are found in the list at a glance. */
const WORTH_A_SHORTCUT = 6;

export function RecentWorkbooks({ workbooks }: { workbooks: Workbook[] }) {
  const text = useText(texts);
  const format = useFormat();
  const recent = recentWorkbooks()
    .flatMap((id) => workbooks.find((workbook) => workbook.id === id) ?? [])
    .slice(0, MOST);
  if (recent.length === 0 || workbooks.length < WORTH_A_SHORTCUT) return null;
  return (
    <section className={styles.recent} aria-labelledby="recent">
      <h2 id="recent">{text.recent}</h2>
      <ul>
        {recent.map(({ id, title, updated_at }) => (
          <li key={id}>
            <Link to="/workbooks/$workbookId" params={{ workbookId: id }}>
              <strong>{title}</strong>
              <small>{format.ago(updated_at)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
