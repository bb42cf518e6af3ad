import type { Aggregate, ChartShape } from '../../core/chart-parameters.js';

export interface LargeUnit {
  size: number;
  name: string;
}

/** The words that a chart adds to those of its table, in the language of the table. */
export interface ChartLabels {
  language: 'en' | 'ja';
  locale: string;
  other: string;
  blank: string;
  count: string;
  noData: string;
  /** Units of large numbers, the largest first. */
  units: readonly LargeUnit[];
  aggregates: Record<Exclude<Aggregate, 'none' | 'count'>, string>;
  /** `rest` is what those that are not shown add up to, if they can be. */
  largest(shown: number, of: number, rest?: number): string;
  latest(shown: number, of: number): string;
  firstRows(shown: number, of: number): string;
  sample(shown: number, of: number): string;
  seriesShown(shown: number, of: number, rest?: number): string;
  leftOut(rows: number): string;
  negativeLeftOut(categories: number, total: number): string;
}

const english: ChartLabels = {
  language: 'en',
  locale: 'en-US',
  other: 'Other',
  blank: '(blank)',
  count: 'Count',
  noData: 'No data',
  units: [
    { size: 1e12, name: 'T' },
    { size: 1e9, name: 'B' },
    { size: 1e6, name: 'M' },
  ],
  aggregates: { sum: 'total', avg: 'average', min: 'minimum', max: 'maximum', median: 'median' },
  largest: (shown, of, rest) => `The ${shown} largest of ${grouped(of)}${englishRest(of - shown, rest)}`,
  latest: (shown, of) => `The latest ${grouped(shown)} of ${grouped(of)}`,
  firstRows: (shown, of) => `The first ${grouped(shown)} of ${grouped(of)} rows`,
  sample: (shown, of) => `A sample of ${grouped(shown)} of ${grouped(of)} rows`,
  seriesShown: (shown, of, rest) => `${shown} of ${grouped(of)} series${englishRest(of - shown, rest)}`,
  leftOut: (rows) => `${grouped(rows)} ${rows === 1 ? 'row' : 'rows'} without a value left out`,
  negativeLeftOut: (categories, total) =>
    `${grouped(categories)} with values below zero left out (${grouped(total)} in total)`,
};

const englishRest = (count: number, total: number | undefined) =>
  total === undefined ? '' : `; the other ${grouped(count)} add up to ${grouped(total)}`;

const japanese: ChartLabels = {
  language: 'ja',
  locale: 'ja-JP',
  other: 'その他',
  blank: '(空白)',
  count: '件数',
  noData: 'データなし',
  units: [
    { size: 1e12, name: '兆' },
    { size: 1e8, name: '億' },
    { size: 1e4, name: '万' },
  ],
  aggregates: { sum: '合計', avg: '平均', min: '最小', max: '最大', median: '中央値' },
  largest: (shown, of, rest) =>
    `全${grouped(of)}件のうち上位${shown}件${japaneseRest(`${grouped(of - shown)}件`, rest)}`,
  latest: (shown, of) => `全${grouped(of)}件のうち最新${grouped(shown)}件`,
  firstRows: (shown, of) => `全${grouped(of)}行のうち先頭${grouped(shown)}行`,
  sample: (shown, of) => `全${grouped(of)}行から${grouped(shown)}行を抽出`,
  seriesShown: (shown, of, rest) =>
    `全${grouped(of)}系列のうち${shown}系列${japaneseRest(`${grouped(of - shown)}系列`, rest)}`,
  leftOut: (rows) => `値のない${grouped(rows)}行を除く`,
  negativeLeftOut: (categories, total) => `負の値の${grouped(categories)}件（合計${grouped(total)}）を除く`,
};

const japaneseRest = (counted: string, total: number | undefined) =>
  total === undefined ? '' : `（残り${counted}の合計は${grouped(total)}）`;

const grouped = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

const japaneseScript = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u;

export function wordsFor({ x, y, series }: ChartShape, title: string | null): ChartLabels {
  const texts = [title ?? '', x?.name ?? '', ...y.map(({ name }) => name), series?.name ?? ''];
  return texts.some((text) => japaneseScript.test(text)) ? japanese : english;
}

/** The unit of an axis that reaches up to `greatest`; undefined for numbers that are short anyway. */
export function unitFor(greatest: number, { units }: ChartLabels): LargeUnit | undefined {
  return greatest < 1e6 ? undefined : units.find(({ size }) => size <= greatest);
}

/** The name of a value, such as "amount (total)"; a column that is called "Total" says it itself. */
export function measureName(
  { aggregate, chart_type }: ChartShape,
  column: string | undefined,
  words: ChartLabels,
): string {
  if (column === undefined) return words.count;
  if (chart_type === 'scatter' || chart_type === 'box' || aggregate === 'none') return column;
  if (aggregate === 'count') return words.count;
  const computed = words.aggregates[aggregate];
  return column.toLowerCase() === computed ? column : `${column} (${computed})`;
}
