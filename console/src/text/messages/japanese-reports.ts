import type { InJapanese } from './japanese-words.js';

/** About charts, sheets and exports. */
export const japaneseReports = {
  'chart-unknown': ({ chart }) => `このワークブックに、グラフ「${chart}」はありません。`,
  'fix-charts': () => 'グラフの一覧を確認してください。',
  'fix-chart-config': () =>
    '生成された仕様に重ねられるのは、マーク、エンコーディング、変換、タイトル、テーマだけです。',
  'chart-table-deleted': ({ chart }) => `グラフ「${chart}」の表は削除されました。`,
  'fix-chart-table-deleted': () => 'グラフを削除するか、別の表から作り直してください。',
  'chart-column-gone': ({ chart, table }) =>
    `グラフ「${chart}」は、「${table}」にないか、閲覧権限のない列を使っています。`,
  'fix-chart-column-gone': () => 'ほかの列でグラフを作り直してください。',
  'pdf-unset': () => 'このサービスでは PDF に印刷できません。',
  'fix-pdf-unset': () => 'ページを開いてブラウザーから印刷するか、サービスの管理者に設定を依頼してください。',
  'csv-no-formulas': () => 'CSV ファイルに数式は残せません。',
  'fix-csv-no-formulas': () => 'xlsx 形式にするか、値だけをエクスポートしてください。',
  'no-table-to-export': () => 'エクスポートできる表がありません。',
  'fix-no-table-to-export': () => '先にファイルをアップロードするか、表を選んでください。',
  'table-unknown': ({ table }) => `このワークブックに、表「${table}」はありません。`,
  'sheet-unknown': ({ sheet }) => `このワークブックに、レポート「${sheet}」はありません。`,
  'fix-sheets': () => 'レポートの一覧を確認してください。',
  'preserve-governed': () => 'ルールで保護されたワークブックは、元のファイルにエクスポートできません。',
  'fix-preserve-governed': () => '値だけをエクスポートしてください。列のルールが適用されます。',
  'original-gone': () => 'これらの表の元のファイルがありません。',
  'fix-preserve-tables': () =>
    '一つのファイルの表だけ、またはファイルのない表だけを選ぶか、値だけをエクスポートしてください。',
  'block-invalid': ({ block, why }) => `${block + 1} 番目のブロックが正しくありません（${why}）。`,
  'fix-block-table': () => '表の一覧を確認してください。',
  'fix-block-table-nearest': ({ nearest }) => `「${nearest}」のことですか？`,
  'fix-block-chart': () => 'グラフの一覧を確認してください。',
  'fix-block-chart-nearest': ({ nearest }) => `「${nearest}」のことですか？`,
  'fix-block-column': () => '列の一覧を確認してください。',
  'fix-block-column-nearest': ({ nearest }) => `「${nearest}」のことですか？`,
  'chart-config-invalid': ({ why }) => `グラフの設定を受け付けられません（${why}）。`,
  'chart-outdated': ({ why }) => `グラフが表に合わなくなりました（${why}）。`,
  'tables-of-no-file': ({ tables }) =>
    `${tables} は、アップロードされた xlsx や xlsm のファイルから作られた表ではありません。ほかの表はファイルから作られています。`,
  'tables-of-files': ({ files }) => `表が複数のファイルから作られています: ${files}`,
  'fix-block-column-not-shown': () => '表示する列にも指定してください。',
  'fix-block-total-type': () =>
    '合計と平均は数値、最小と最大は数値か日付か時刻の列に使えます。件数はどの列にも使えます。',
  'fix-block-column-repeated': () => '列は一度だけ指定してください。',
  'fix-block-no-columns': () => 'すべての列を表示するには、列の指定を省いてください。',
} satisfies Partial<InJapanese>;
