import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type AuditEntry, getAuditLog } from '@workbook-data-service/client/api';
import { Fragment, useState } from 'react';
import { service } from '../../app/service.js';
import { tableTitle } from '../../app/table-names.js';
import { usePreferences } from '../../preferences.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { auditWords } from './audit-action-names.js';
import styles from './audit-log.module.css';
import { ChainState } from './chain-state.js';

const texts = messages(
  {
    title: 'Audit log',
    description:
      'Who did what in this workbook. Each entry is chained to the one before, so that no one can change it unnoticed.',
    number: 'No.',
    when: 'When',
    who: 'Who',
    what: 'What',
    details: 'Details',
    detailsOf: (seq: number) => `Details of entry ${seq}`,
    service: 'The service',
    more: 'Show older entries',
  },
  {
    title: '監査ログ',
    description:
      'このワークブックで誰が何をしたかの記録です。各記録は直前の記録と連鎖し、気付かれずに変更することはできません。',
    number: '番号',
    when: '日時',
    who: '実行者',
    what: '内容',
    details: '詳細',
    detailsOf: (seq: number) => `詳細: 記録 ${seq}`,
    service: 'サービス',
    more: '以前の記録を表示',
  },
);

const route = getRouteApi('/signed-in/workbooks/$workbookId/audit-log');

/** Who did what, and whether the record of it is untouched. */
export function AuditLogPage() {
  const text = useText(texts);
  const { workbookId } = route.useParams();
  const log = useInfiniteQuery({
    queryKey: ['workbook', workbookId, 'audit-log'],
    queryFn: ({ pageParam, signal }) =>
      getAuditLog(service, {
        path: { workbook_id: workbookId },
        query: { limit: 100, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
  const [newest] = log.data?.pages ?? [];
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Page title={text.title} description={text.description}>
      <ProblemNotice error={log.error} />
      {log.isPending && <Loading />}
      {newest && <ChainState state={newest} />}
      {entries.length > 0 && (
        <ListTable label={text.title} head={[text.number, text.when, text.who, text.what, '']}>
          {entries.map((entry) => (
            <Entry key={entry.seq} entry={entry} isBad={entry.seq === newest?.first_bad_seq} />
          ))}
        </ListTable>
      )}
      {log.hasNextPage && (
        <Button onClick={() => log.fetchNextPage()} disabled={log.isFetchingNextPage}>
          {text.more}
        </Button>
      )}
    </Page>
  );
}

/** What it was done to: by its name today, or by the one that the entry kept. */
function nameIn({ target_name: now, detail }: AuditEntry): string {
  const kept = [detail.name, detail.filename, detail.title, detail.tag];
  return now ?? kept.find((name): name is string => typeof name === 'string') ?? '';
}

function Entry({ entry, isBad }: { entry: AuditEntry; isBad: boolean }) {
  const text = useText(texts);
  const format = useFormat();
  const { language } = usePreferences();
  const [isOpen, setIsOpen] = useState(false);
  const { seq, at, user_name: name, user_email: email, action, target, detail } = entry;
  const shown = {
    target,
    ...detail,
    credential: entry.credential_id,
    request: entry.request_id,
    hash: entry.hash,
  };
  return (
    <Fragment>
      <tr className={isBad ? styles.bad : ''}>
        <td>{seq}</td>
        <td className={styles.time} title={format.ago(at)}>
          {format.dateTime(at)}
        </td>
        <td>{name || email || text.service}</td>
        <td>{auditWords(action, language, tableTitle(nameIn(entry), language))}</td>
        <td>
          <Button
            look="quiet"
            aria-expanded={isOpen}
            aria-label={text.detailsOf(seq)}
            onClick={() => setIsOpen(!isOpen)}
          >
            {text.details}
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td />
          <td colSpan={4}>
            <dl className={styles.details}>
              {Object.entries(shown)
                .filter(([, value]) => value !== null)
                .map(([key, value]) => (
                  <div key={key}>
                    <dt>{key}</dt>
                    <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
                  </div>
                ))}
            </dl>
          </td>
        </tr>
      )}
    </Fragment>
  );
}
