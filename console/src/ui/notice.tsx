import { ConnectionError, isProblem, JobFailedError, ProblemError } from '@workbook-data-service/client';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePreferences } from '../preferences.js';
import { jobFailureWords, type ProblemWords, problemWords } from '../text/problem-texts.js';
import { messages, useText } from '../text/text.js';
import styles from './notice.module.css';
import { useOnlyOne } from './use-only-one.js';

const texts = messages(
  {
    unreachable: 'The service cannot be reached.',
    reconnect: 'Check your connection. The page comes back by itself, and nothing that you typed is lost.',
    unexpected: 'Something went wrong in this page.',
    reload: 'Reload it. If it happens again, tell the operator of the service.',
  },
  {
    unreachable: 'サービスに接続できません。',
    reconnect: '接続を確認してください。表示は自動的に戻り、入力した内容は失われません。',
    unexpected: 'このページで問題が発生しました。',
    reload: '再読み込みしてください。繰り返す場合は、サービスの管理者にお知らせください。',
  },
);

type Kind = 'info' | 'warning' | 'error';
const icons = { info: Info, warning: TriangleAlert, error: CircleAlert };

export function Notice({ kind = 'info', children }: { kind?: Kind; children: ReactNode }) {
  const Icon = icons[kind];
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon aria-hidden />
      <div>{children}</div>
    </div>
  );
}

const isUnreachable = (error: unknown): boolean => error instanceof ConnectionError;

/** What went wrong, and what to do about it. */
export function useProblemText(error: unknown): ProblemWords {
  const text = useText(texts);
  const { language } = usePreferences();
  if (error instanceof ProblemError) return problemWords(error, language);
  if (error instanceof JobFailedError) return jobFailureWords(error, language);
  if (isUnreachable(error)) return { detail: text.unreachable, fix: text.reconnect };
  return { detail: text.unexpected, fix: text.reload };
}

/** Renders nothing without an error, says once on a page that the service is out of reach, and redirects signed-out users to the sign-in page. */
export function ProblemNotice({ error, children }: { error: unknown; children?: ReactNode }) {
  const { detail, fix, exactly } = useProblemText(error);
  const isFirst = useOnlyOne(isUnreachable(error) ? 'unreachable' : undefined);
  if (!isFirst) return null;
  if (error === null || error === undefined || isProblem(error, 'unauthenticated')) return null;
  return (
    <Notice kind="error">
      <p>
        <strong>{detail}</strong>
      </p>
      {exactly && <p lang="en">{exactly}</p>}
      <p>{fix}</p>
      {children}
    </Notice>
  );
}
