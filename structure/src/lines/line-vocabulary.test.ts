import { expect, test } from 'vitest';
import {
  explainsMark,
  isUnitLine,
  opensLikeNote,
  opensWithTotal,
  readsAsField,
  saysComputed,
  saysTotal,
  saysWhenMade,
} from './line-vocabulary.js';

const passing = (says: (text: string) => boolean, texts: string[]) => texts.filter((text) => says(text));

test('totals as business sheets write them', () => {
  const totals = [
    '合計',
    '小計',
    '中計',
    '合　計',
    '総合計',
    '計',
    '計 (税込)',
    '税抜合計',
    '累計',
    '部門計',
    '総数',
  ];
  totals.push('合計金額', '合計（税込）', 'Total', 'Sub-total', 'Grand total', 'North total', 'TOTAL 2024');
  expect(passing(saysTotal, totals)).toEqual(totals);
  const openings = [
    '合計',
    '小計（東京）',
    '計 (税込)',
    '税抜合計',
    '総合計',
    'Total cost',
    'All',
    'All races',
    'ALL STATES',
  ];
  expect(passing(opensWithTotal, openings)).toEqual(openings);
});

test('words that only begin or end like a total', () => {
  const others = [
    '合計所得',
    '計画',
    '計上',
    '小計算',
    'Totally',
    '会計',
    '一般会計',
    '統計',
    '設計',
    '家計',
    '計算',
  ];
  expect(passing(saysTotal, others)).toEqual([]);
  expect(passing(opensWithTotal, [...others, 'All Saints', 'All other'])).toEqual([]);
});

test('totals in other languages of Europe, unlike words that contain them', () => {
  const totals = ['Summe', 'Gesamtbetrag 2024', 'Zwischensumme:', 'Sous-total', 'TOTAUX', 'Totale', 'Razem'];
  expect(passing(opensWithTotal, totals)).toEqual(totals);
  expect(passing(opensWithTotal, ['Summenformel', 'Gesamtschule', 'Somme-Leuze', 'Sumatra'])).toEqual([]);
});

test('what marks of a table mean, unlike formulas and names', () => {
  const legends = ['x = present', '◎…優', 'N/A = not asked', 'E → early'];
  expect(passing(explainsMark, legends)).toEqual(legends);
  expect(passing(explainsMark, ['Present', 'Wait…', 'Profit is defined as sales = 3'])).toEqual([]);
});

test('values computed in other ways', () => {
  const computed = [
    '平均',
    '最大',
    '最小値',
    '達成率',
    '前年比',
    '前年同月比',
    '構成比',
    '前期繰越',
    '営業利益',
    '差引残高',
  ];
  computed.push('Average', 'Avg.', 'Mean', 'YTD', 'Balance c/f', 'Gross profit', 'Variance');
  expect(passing(saysComputed, computed)).toEqual(computed);
  expect(passing(saysComputed, ['最大手', '平和', 'Meaning', 'Networks'])).toEqual([]);
});

test('notes, unlike names of columns that begin alike', () => {
  const notes = [
    '(注)速報値',
    '注1 税込',
    '※ 概算',
    '資料：経理部',
    '備考: 未監査',
    'Note: draft',
    'Source: survey',
  ];
  expect(passing(opensLikeNote, notes)).toEqual(notes);
  expect(passing(opensLikeNote, ['注文番号', '備考', '資料名', '注力商品'])).toEqual([]);
});

test('fields, units and dates above a table', () => {
  expect(
    passing(readsAsField, ['担当：佐藤', 'Printed: 2024-05-01', '12:30', 'https://x.example', '合計']),
  ).toEqual(['担当：佐藤', 'Printed: 2024-05-01']);
  const units = ['単位：千円', '(thousand euros)', '（単位 百万円）', 'Unit: kg'];
  expect(passing(isUnitLine, [...units, '単位が変わった。', 'Name'])).toEqual(units);
  expect(passing(saysWhenMade, ['令和6年3月31日現在', 'As of 31 March 2024', 'Members'])).toHaveLength(2);
});
