import type { TotalFunction } from './sheet-blocks.js';

/** The words that a report adds to those of its sheet. */
export interface ReportLabels {
  language: 'en' | 'ja';
  totals: Record<TotalFunction, string>;
  noRows: string;
  firstRows(shown: number, of: number): string;
  firstColumns(shown: number, of: number): string;
  /** The name of the sheet that has them in an xlsx file. */
  chartFigures: string;
  asOf(moment: string): string;
}

const english: ReportLabels = {
  language: 'en',
  totals: { sum: 'Total', avg: 'Average', count: 'Count', min: 'Minimum', max: 'Maximum' },
  noRows: 'No rows',
  firstRows: (shown, of) => `First ${grouped(shown)} of ${grouped(of)} rows.`,
  firstColumns: (shown, of) => `First ${grouped(shown)} of ${grouped(of)} columns.`,
  chartFigures: 'Chart figures',
  asOf: (moment) => `Data as of ${moment}`,
};

const japanese: ReportLabels = {
  language: 'ja',
  totals: { sum: '合計', avg: '平均', count: '件数', min: '最小', max: '最大' },
  noRows: '該当なし',
  firstRows: (shown, of) => `全${grouped(of)}行のうち先頭${grouped(shown)}行`,
  firstColumns: (shown, of) => `全${grouped(of)}列のうち先頭${grouped(shown)}列`,
  chartFigures: 'グラフの数値',
  asOf: (moment) => `${moment} 現在のデータ`,
};

export const wordsIn: Record<ReportLabels['language'], ReportLabels> = { en: english, ja: japanese };

const grouped = (count: number) => count.toLocaleString('en-US');

/** Words in the language of these texts: titles, headings and names of columns. */
export function reportLabels(texts: Iterable<string | null>): ReportLabels {
  for (const text of texts)
    if (text !== null && /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u.test(text)) return japanese;
  return english;
}
