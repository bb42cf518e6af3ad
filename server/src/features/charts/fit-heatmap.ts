import type { ChartRows } from './chart-rows.js';
import type { Fitting } from './chart-spec.js';
import type { ChartLabels } from './chart-texts.js';
import { fitBeside, LINE_HEIGHT, widest } from './fit-labels.js';

const BESIDE_NUMBER = 6;
/** From this part of the range on, a cell is so dark that its number is white. */
const DARK = 0.55;

/** The numbers of the cells, in the longest form that fits all of them, and the names of the rows. */
export function fitHeatmap(
  rows: ChartRows['rows'],
  series: readonly string[],
  room: { width: number; height: number },
  namesLimit: number,
  words: ChartLabels,
): { rows: ChartRows['rows']; axis: NonNullable<Fitting['seriesAxis']> } {
  const band = room.height / Math.max(series.length, 1);
  const { axis } = fitBeside(series, { band, limit: namesLimit, isBroken: false });
  const values = rows.flatMap(({ y }) => (typeof y === 'number' ? [y] : []));
  const write = forms(words).find(
    (form) => band >= LINE_HEIGHT && widest(values.map(form)) <= room.width - BESIDE_NUMBER,
  );
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const isDark = (value: number) => value > low + (high - low) * DARK;
  const numbered = rows.map((row) =>
    typeof row.y === 'number' && write
      ? { ...row, label: write(row.y), dark: isDark(row.y) }
      : { ...row, label: '' },
  );
  return { rows: numbered, axis };
}

type Form = (value: number) => string;

/** From the longest to the shortest. */
function forms({ locale }: ChartLabels): Form[] {
  const compact = (digits: number) => {
    const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: digits });
    return (value: number) => format.format(value);
  };
  const [shorter, shortest] = [compact(3), compact(2)];
  const whole: Form = (value) => {
    const size = Math.abs(value);
    if (size >= 100_000) return shorter(value);
    return value.toLocaleString(locale, { maximumFractionDigits: size >= 100 ? 0 : size >= 10 ? 1 : 2 });
  };
  return [whole, shorter, shortest];
}
