import { sentenceBook } from '../../app/sentence-book.js';

/** What a review did not look at. */
export const skippedWhat = sentenceBook({
  '"{table}" and {n} more tables of the same kind': '「{table}」と同じ種類の表ほか {n} 件',
  'columns of "{table}" after the first {n}': '「{table}」の {n} 列目より後の列',
  '{n} further findings of {rule}': '{rule} のほかの指摘 {n} 件',
  '{n} further notes of {rule}': '{rule} のほかの注意 {n} 件',
  '{n} further findings': 'ほかの指摘 {n} 件',
  'formulas of "{file}"': '「{file}」の数式',
  'spelling of "{column}" of "{table}"': '「{table}」の列「{column}」の表記',
  'further pairs of tables that share a key': '同じキーを持つ表のほかの組み合わせ',
  '{n} further totals of sheet "{sheet}" of "{file}"': '「{file}」のシート「{sheet}」のほかの合計 {n} 件',
  'the findings': '指摘',
  '"{table}"': '「{table}」',
});

/** And why. */
export const skippedWhy = sentenceBook({
  'They hold headings, notes or totals of a sheet, not records. Name one as "target" to review it.':
    'シートの見出し、注記、合計で、明細ではないためです。表を 1 つ選ぶとレビューできます。',
  'It has {n} columns.': '{n} 列あります。',
  'It has about {n} different values.': '値の種類が約 {n} 件あります。',
  'The first {n} are listed. Review one table at a time with "target" for the others.':
    '先頭の {n} 件を表示しています。ほかは、表を 1 つずつレビューすると表示されます。',
  'The most important {n} are listed. Review one table at a time with "target" for the others.':
    '重要な {n} 件を表示しています。ほかは、表を 1 つずつレビューすると表示されます。',
  'The first {n} that differ are listed.': '一致しない先頭の {n} 件を表示しています。',
  'The first {n} are compared.': '先頭の {n} 組を比べています。',
  'The first {n} are listed.': '先頭の {n} 件を表示しています。',
  'Columns of the workbook are governed by policies since.':
    'その後、ワークブックの列がルールで保護されたためです。',
});
