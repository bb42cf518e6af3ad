import type { InJapanese } from './japanese-words.js';

/** About charts, sheets and exports. */
export const japaneseReports = {
  'chart-unknown': ({ chart }) => `このワークブックに、グラフ「${chart}」はありません。`,
  'fix-charts': () => 'グラフの一覧を確認してください。',
  'fix-chart-config': () => 'マーク、エンコーディング、変換、タイトル、テーマだけを重ねてください。',
  'chart-table-deleted': ({ chart }) => `グラフ「${chart}」の表は削除されました。`,
  'fix-chart-table-deleted': () => 'グラフを削除するか、別の表から作り直してください。',
  'chart-column-gone': ({ chart, table }) =>
    `グラフ「${chart}」は、「${table}」にないか、見る権限のない列を使っています。`,
  'fix-chart-column-gone': () => 'ほかの列でグラフを作り直してください。',
  'csv-no-formulas': () => 'CSV ファイルに数式は残せません。',
  'fix-csv-no-formulas': () => 'xlsx 形式にするか、値だけをエクスポートしてください。',
  'no-table-to-export': () => 'エクスポートできる表がありません。',
  'fix-no-table-to-export': () => '先にファイルをアップロードするか、表を選んでください。',
  'table-unknown': ({ table }) => `このワークブックに、表「${table}」はありません。`,
  'sheet-unknown': ({ sheet }) => `このワークブックに、シート「${sheet}」はありません。`,
  'fix-sheets': () => 'シートの一覧を確認してください。',
  'preserve-governed': () => 'ルールで保護されたワークブックは、元のファイルにエクスポートできません。',
  'fix-preserve-governed': () => '値だけをエクスポートしてください。列のルールが適用されます。',
  'original-gone': () => 'これらの表の元のファイルがありません。',
  'fix-preserve-tables': () =>
    '一つのファイルの表だけ、またはファイルのない表だけを選ぶか、値だけをエクスポートしてください。',
  'block-invalid': ({ block, part, why }) =>
    `${block + 1} 番目のブロックの ${part} が正しくありません: ${why}`,
  'fix-block-table': () => '表の一覧を確認してください。',
  'fix-block-table-nearest': ({ nearest }) => `「${nearest}」のことですか?`,
  'fix-block-chart': () => 'グラフの一覧を確認してください。',
  'fix-block-chart-nearest': ({ nearest }) => `「${nearest}」のことですか?`,
  'fix-block-column': () => '列の一覧を確認してください。',
  'fix-block-column-nearest': ({ nearest }) => `「${nearest}」のことですか?`,
  'chart-config-invalid': () => 'グラフの設定を受け取れません。',
  'chart-outdated': ({ field }) => `グラフの ${field} が、表に合わなくなりました。`,
  'tables-of-no-file': ({ tables }) =>
    `${tables} は、アップロードされた xlsx や xlsm のセルから作られていませんが、ほかの表は作られています。`,
  'tables-of-files': ({ files }) => `表が複数のファイルから作られています: ${files}`,
} satisfies Partial<InJapanese>;
