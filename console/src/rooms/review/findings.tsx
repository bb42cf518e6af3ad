import { useQuery } from '@tanstack/react-query';
import { listReviewRules, type ReviewFinding, type ReviewReport } from '@workbook-data-service/client/api';
import { CircleCheck } from 'lucide-react';
import { service } from '../../app/service.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { usePreferences } from '../../preferences.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Finding } from './finding.js';
import { useFindingText } from './finding-text.js';
import styles from './review.module.css';
import { japaneseTitles } from './rule-titles.js';

const texts = messages(
  {
    error: 'wrong',
    warning: 'look at it',
    info: 'worth knowing',
    none: 'No findings',
    noneHint: (rules: string, rows: string) => `${rules} rules checked ${rows} rows.`,
    coverage: (tables: string, rules: string, rows: string) =>
      `Inspected: ${tables}. ${rules} rules, ${rows} rows.`,
    skipped: 'Not inspected',
    judgement: 'What the model found',
  },
  {
    error: '誤り',
    warning: '要確認',
    info: '参考',
    none: '指摘はありません',
    noneHint: (rules: string, rows: string) => `${rules} 個のチェック項目で ${rows} 行を確認しました。`,
    coverage: (tables: string, rules: string, rows: string) =>
      `対象: ${tables}。チェック項目 ${rules} 個、${rows} 行。`,
    skipped: '対象外',
    judgement: '言語モデルによる指摘',
  },
);

const looks = { error: 'bad', warning: 'warning', info: 'info' } as const;

/** The findings of a review under the rules that found them, the gravest first, and what was looked at. */
export function Findings({ workbookId, report }: { workbookId: string; report: ReviewReport }) {
  const text = useText(texts);
  const format = useFormat();
  const { language } = usePreferences();
  const inWords = useFindingText();
  const tableTitleOf = useTableTitle();
  const { data: rules } = useQuery({
    queryKey: ['review-rules', workbookId],
    queryFn: ({ signal }) => listReviewRules(service, { path: { workbook_id: workbookId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { findings, coverage } = report;
  const counted = format.number(coverage.rules.length);
  const rows = format.number(coverage.rows_examined);
  const titleOf = (rule: string) =>
    rule === 'judgement'
      ? text.judgement
      : (((language === 'ja' && japaneseTitles[rule]) || rules?.rules.find(({ id }) => id === rule)?.title) ??
        rule);
  const groups = Map.groupBy(findings, ({ rule, severity }: ReviewFinding) => `${severity} ${rule}`);
  return (
    <>
      {findings.length === 0 && (
        <EmptyState icon={<CircleCheck aria-hidden />} title={text.none}>
          {text.noneHint(counted, rows)}
        </EmptyState>
      )}
      {[...groups].map(([key, found]) => {
        const [{ rule, severity } = found[0] as ReviewFinding] = found;
        return (
          <section key={key} className={styles.group}>
            <h2>
              <Badge kind={looks[severity]}>{text[severity]}</Badge> {titleOf(rule)}
            </h2>
            <ul className={styles.findings}>
              {found.map((finding) => (
                <Finding key={finding.id} workbookId={workbookId} finding={finding} />
              ))}
            </ul>
          </section>
        );
      })}
      {findings.length > 0 && (
        <p className={styles.soft}>
          {text.coverage(coverage.tables.map(({ name }) => tableTitleOf(name)).join(', '), counted, rows)}
        </p>
      )}
      {coverage.skipped.length > 0 && (
        <details className={styles.soft}>
          <summary>{text.skipped}</summary>
          <ul>
            {coverage.skipped.map(({ what, what_code, what_params, why, why_code, why_params }) => (
              <li key={`${what} ${why}`}>
                {inWords({ text: what, code: what_code, params: what_params })}:{' '}
                {inWords({ text: why, code: why_code, params: why_params })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
