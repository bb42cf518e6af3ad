import { useId } from 'react';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import styles from './day-plot.module.css';

const texts = messages({ table: 'As a table', day: 'Day' }, { table: '表で見る', day: '日付' });

const WIDTH = 300;
const HEIGHT = 90;

interface DayPlotProps {
  title: string;
  days: { day: string; value: number }[];
  /** What the number above the bars is. */
  summary: 'sum' | 'last';
  show: (value: number) => string;
}

/** A bar for each day; the numbers are also there as a table. */
export function DayPlot({ title, days, summary, show }: DayPlotProps) {
  const text = useText(texts);
  const format = useFormat();
  const id = useId();
  const most = Math.max(1, ...days.map(({ value }) => value));
  const step = WIDTH / days.length;
  const whole =
    summary === 'sum' ? days.reduce((sum, { value }) => sum + value, 0) : (days.at(-1)?.value ?? 0);
  return (
    <figure className={styles.plot} aria-labelledby={id}>
      <figcaption id={id}>
        {title} <strong>{show(whole)}</strong>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {days.map(({ day, value }, place) => {
          const height = (value / most) * HEIGHT;
          return (
            <rect
              key={day}
              x={place * step}
              y={HEIGHT - height}
              width={Math.max(0.5, step * 0.8)}
              height={height}
            >
              <title>{`${format.date(day)}: ${show(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className={styles.ends}>
        <span>{days[0] && format.date(days[0].day)}</span>
        <span>{days.at(-1) && format.date(days.at(-1)?.day ?? '')}</span>
      </div>
      <details>
        <summary>{text.table}</summary>
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{text.day}</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ value }) => value > 0)
              .map(({ day, value }) => (
                <tr key={day}>
                  <td>{format.date(day)}</td>
                  <td>{show(value)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
