import { usePreferences } from '../preferences.js';
import { messages, useText } from '../text/text.js';
import { shownText } from './cell-text.js';
import styles from './data-grid.module.css';
import type { Snapshot } from './grid-view.js';
import type { RangeFigures } from './range-figures.js';
import { rectangleOf } from './selection.js';

const texts = messages(
  {
    rows: (count: string) => `${count} rows`,
    size: (rows: string, columns: string) => `${rows} × ${columns} selected`,
    sum: 'Sum',
    average: 'Average',
    count: 'Count',
    min: 'Min',
    max: 'Max',
    label: 'Figures of the selection',
  },
  {
    rows: (count: string) => `${count} 行`,
    size: (rows: string, columns: string) => `${rows} 行 × ${columns} 列を選択`,
    sum: '合計',
    average: '平均',
    count: '個数',
    min: '最小',
    max: '最大',
    label: '選択範囲の集計',
  },
);

interface SelectionBarProps {
  snapshot: Snapshot;
  rowCount: number;
  figures: RangeFigures | undefined;
}

/** The line below the grid: how many cells are selected, and what they come to. */
export function SelectionBar({ snapshot, rowCount, figures }: SelectionBarProps) {
  const text = useText(texts);
  const { language } = usePreferences();
  const area = snapshot.selection && rectangleOf(snapshot.selection);
  const height = area ? area.rows.end - area.rows.first : 0;
  const width = area ? area.columns.end - area.columns.first : 0;
  // Without the noise that adding doubles leaves in the last digit.
  const number = (value: number) =>
    Number(value.toPrecision(15)).toLocaleString(language, { maximumFractionDigits: 10 });
  const shown: [string, string][] = [];
  if (figures?.numbers) {
    const { count, sum, min, max } = figures.numbers;
    shown.push([text.sum, number(sum)], [text.average, number(sum / count)]);
    shown.push([text.min, number(min)], [text.max, number(max)]);
  } else if (figures?.moments) {
    const { type, min, max } = figures.moments;
    const moment = (value: unknown) => shownText(value, { name: '', type }, language);
    shown.push([text.min, moment(min)], [text.max, moment(max)]);
  }
  if (figures) shown.push([text.count, number(figures.filled)]);
  return (
    <section className={styles.bar} aria-label={text.label} aria-live="polite">
      <span>
        {height * width > 1 ? text.size(number(height), number(width)) : text.rows(number(rowCount))}
      </span>
      {shown.map(([name, value]) => (
        <span key={name}>
          {name} <b>{value}</b>
        </span>
      ))}
    </section>
  );
}
