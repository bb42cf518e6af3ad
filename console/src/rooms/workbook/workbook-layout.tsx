import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePreferences } from '../../app/preferences.js';
import { rememberWorkbook } from '../../app/recent-workbooks.js';
import { messages, useText } from '../../app/text.js';
import { useLiveWorkbook } from '../../app/use-live-workbook.js';
import { workbookQuery } from '../../app/workbook-queries.js';
import { ProblemNotice } from '../../ui/notice.js';
import { sections } from './sections.js';
import styles from './workbook-layout.module.css';

const texts = messages({ pages: 'Pages of the workbook' }, { pages: 'ワークブックのページ' });

/** The pages of a workbook beside the one that is open. */
export function WorkbookLayout() {
  const text = useText(texts);
  const { workbookId } = useParams({ from: '/signed-in/workbooks/$workbookId' });
  const { language } = usePreferences();
  useLiveWorkbook(workbookId);
  const workbook = useQuery(workbookQuery(workbookId));
  useEffect(() => rememberWorkbook(workbookId), [workbookId]);
  if (workbook.error) return <ProblemNotice error={workbook.error} />;
  return (
    <div className={styles.layout}>
      <nav className={styles.side} aria-label={text.pages}>
        <strong className={styles.title}>{workbook.data?.title ?? '…'}</strong>
        {sections.map(({ to, Icon, title }) => (
          <Link
            key={to}
            to={to}
            params={{ workbookId }}
            className={styles.link}
            activeOptions={{ exact: to === '/workbooks/$workbookId' }}
            activeProps={{ className: styles.active }}
          >
            <Icon aria-hidden />
            {title[language]}
          </Link>
        ))}
      </nav>
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  );
}
