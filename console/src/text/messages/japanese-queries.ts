import type { InJapanese } from './japanese-words.js';

/** About SQL and results. */
export const japaneseQueries = {
  'engine-ended': () => 'この SQL 文によって処理エンジンが停止しました。',
  'shutting-down': () => 'サービスを停止しています。',
  'rows-share-key': ({ rows, key }) => `${rows} 行のキーが、どれも ${key} です。`,
  'engine-cannot-run': () => 'この SQL 文は実行できません。',
  'sql-outside-workbook': () => 'SQL 文から、ワークブックの外のデータは参照できません。',
  'field-without-name': () => '列の中の項目に名前がないため、結果を保存できません。',
  'fix-field-without-name': () => "row(x, y) の代わりに {'a': x, 'b': y} と書いてください。",
  'fix-sql-parameters': () => '? と $1 にはリスト、$name にはオブジェクトで、値を一つずつ渡してください。',
  'row-too-large': ({ max }) => `1 行だけで、一度に返せる上限の ${max} を超えます。`,
  'fix-row-too-large': () => '列を減らしてください。エクスポートなら上限はありません。',
  'sql-no-statement': () => 'SQL 文がありません。',
  'sql-empty': () => 'SQL が空です。',
  'result-unknown': ({ result }) => `結果 ${result} はありません。`,
  'result-expired': ({ result }) => `結果 ${result} は期限が切れたか、新しい結果のために削除されました。`,
  'fix-run-again': () => 'もう一度実行してください。',
  'timeout-limit': ({ max }) => `このサービスでは、クエリは ${max / 1000} 秒までです。`,
  'table-loading': () => '多数の編集を読み込んでいます。読み込みはこのまま続きます。',
  'query-interrupted': () => 'ほかのクエリに中断され、残りの時間が足りませんでした。',
} satisfies Partial<InJapanese>;
