import { useQuery } from '@tanstack/react-query';
import type { TableProfile } from '@workbook-data-service/client/api';
import { shownText } from '../../grid/cell-text.js';
import type { GridColumn } from '../../grid/types.js';
import { usePreferences } from '../../preferences.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Dialog } from '../../ui/dialog.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import type { TablePlace } from './first-rows.js';
import { profileQuery } from './table-details.js';
import styles from './table-page.module.css';

const texts = messages(
  {
    title: (name: string) => `Values of ${name}`,
    empty: 'Empty',
    distinct: 'Different values',
    min: 'Smallest',
    max: 'Largest',
    mean: 'Mean',
    histogram: 'Distribution',
    top: 'Most frequent values',
    masked: 'The column is masked: its values are not shown.',
    bar: (from: string, to: string, count: string) => `${from} to ${to}: ${count} rows`,
    about: 'about ',
  },
  {
    title: (name: string) => `「${name}」の値`,
    empty: '空',
    distinct: '異なる値',
    min: '最小',
    max: '最大',
    mean: '平均',
    histogram: '分布',
    top: 'よく出る値',
    masked: 'この列はマスクされているため、値は表示されません。',
    bar: (from: string, to: string, count: string) => `${from}～${to}: ${count} 行`,
    about: '約 ',
  },
);

type Profile = TableProfile['columns'][number];

/** What the values of a column are like. */
export function ColumnProfile({
  place,
  column,
  onClose,
}: {
  place: TablePlace;
  column: GridColumn;
  onClose: () => void;
}) {
  const text = useText(texts);
  const profile = useQuery(profileQuery(place));
  const found = profile.data?.columns.find(({ name }) => name === column.name);
  return (
    <Dialog title={text.title(column.name)} onClose={onClose}>
      <ProblemNotice error={profile.error} />
      {profile.isPending && <Loading />}
      {found?.masked && <p>{text.masked}</p>}
      {found && !found.masked && profile.data && (
        <Facts profile={found} column={column} rowCount={profile.data.row_count} />
      )}
    </Dialog>
  );
}

function Facts({ profile, column, rowCount }: { profile: Profile; column: GridColumn; rowCount: number }) {
  const text = useText(texts);
  const format = useFormat();
  const { language } = usePreferences();
  const shown = (value: unknown) => shownText(value, column, language);
  const { nulls = 0, distinct, histogram = [], top_values: top = [] } = profile;
  const facts = [
    [text.empty, `${format.number(nulls)} (${format.percent(rowCount === 0 ? 0 : nulls / rowCount)})`],
    [
      text.distinct,
      distinct === null || distinct === undefined
        ? ''
        : `${profile.distinct_approximate ? text.about : ''}${format.number(distinct)}`,
    ],
    [text.min, shown(profile.min)],
    [text.max, shown(profile.max)],
    [text.mean, profile.mean === null || profile.mean === undefined ? '' : format.number(profile.mean)],
  ].filter(([, value]) => value !== '');
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {histogram.length > 1 && (
        <section>
          <h3>{text.histogram}</h3>
          <Bars
            label={text.histogram}
            bars={histogram.map(({ from, to, count }) => ({
              label: text.bar(shown(from), shown(to), format.number(count)),
              count,
            }))}
          />
          <div className={styles.axis}>
            <span>{shown(histogram[0]?.from)}</span>
            <span>{shown(histogram.at(-1)?.to)}</span>
          </div>
        </section>
      )}
      {top.length > 0 && (
        <section>
          <h3>{text.top}</h3>
          <ul className={styles.topValues}>
            {top.map(({ value, count }) => (
              <li key={String(value)}>
                <span>{shown(value) || text.empty}</span>
                <meter
                  min={0}
                  max={top[0]?.count ?? count}
                  value={count}
                  aria-label={shown(value) || text.empty}
                />
                <span>{format.number(count)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const HEIGHT = 90;

function Bars({ label, bars }: { label: string; bars: { label: string; count: number }[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <svg
      className={styles.histogram}
      viewBox={`0 0 ${bars.length * 10} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}. ${bars.map((bar) => bar.label).join('; ')}`}
    >
      {bars.map((bar, i) => {
        const height = (bar.count / most) * HEIGHT;
        return (
          <rect key={bar.label} x={i * 10 + 0.5} y={HEIGHT - height} width={9} height={height}>
            <title>{bar.label}</title>
          </rect>
        );
      })}
    </svg>
  );
}
