import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { getAccountUsage } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Select } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { DayPlot } from './day-plot.js';
import { everyDay } from './every-day.js';
import styles from './settings.module.css';

const texts = messages(
  {
    title: 'Usage',
    span: 'Days',
    spanOf: (days: number) => `The last ${days} days`,
    requests: 'Requests',
    ops: 'Changes',
    credits: 'Credits spent',
    storage: 'Storage',
  },
  {
    title: '利用状況',
    span: '期間',
    spanOf: (days: number) => `過去 ${days} 日間`,
    requests: 'リクエスト',
    ops: '変更',
    credits: '使用クレジット',
    storage: 'ストレージ',
  },
);

const spans = [7, 30, 90, 365];

export function UsagePage() {
  const text = useText(texts);
  const format = useFormat();
  const navigate = useNavigate({ from: '/settings/usage' });
  const { days = 30 } = useSearch({ from: '/signed-in/settings/usage' });
  const usage = useQuery({
    queryKey: ['usage', days],
    queryFn: ({ signal }) => getAccountUsage(service, { query: { days }, signal }),
    placeholderData: (previous) => previous,
  });
  const series = usage.data && everyDay(usage.data.series, days, new Date());
  return (
    <Page title={text.title}>
      <div className={styles.form}>
        <Select
          label={text.span}
          value={days}
          onChange={({ currentTarget }) => navigate({ search: { days: Number(currentTarget.value) } })}
        >
          {spans.map((span) => (
            <option key={span} value={span}>
              {text.spanOf(span)}
            </option>
          ))}
        </Select>
      </div>
      <ProblemNotice error={usage.error} />
      {usage.isPending && <Loading />}
      {series && (
        <div className={styles.cards}>
          {(['requests', 'ops', 'credits'] as const).map((name) => (
            <DayPlot
              key={name}
              title={text[name]}
              days={series.map(({ day, ...counts }) => ({ day, value: counts[name] }))}
              summary="sum"
              show={format.number}
            />
          ))}
          <DayPlot
            title={text.storage}
            days={series.map(({ day, storage_bytes }) => ({ day, value: storage_bytes }))}
            summary="last"
            show={format.bytes}
          />
        </div>
      )}
    </Page>
  );
}
