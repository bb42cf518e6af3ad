import type { InJapanese } from './japanese-words.js';

/** About SQL and results. */
export const japaneseQueries = {
  'engine-ended': () => 'この文によって処理エンジンが終了しました。',
  'shutting-down': () => 'サービスを停止しています。',
  'rows-share-key': ({ rows, key }) => `${rows} 行のキーがどれも ${key} です。`,
  'engine-cannot-run': () => 'この文は実行できません。',
  'sql-outside-workbook': () => 'ワークブックの外を読もうとする文です。',
  'field-without-name': () => '列の中の項目に名前がないため、結果を保存できません。',
  'fix-field-without-name': () => "row(x, y) の代わりに {'a': x, 'b': y} と書いてください。",
  'fix-sql-parameters': () => '? と $1 には一覧、$name にはオブジェクトで、値を一つずつ渡してください。',
  'row-too-large': ({ max }) => `1 行だけで、一度に返せる上限の ${max} を超えます。`,
  'fix-row-too-large': () => '列を減らしてください。エクスポートなら上限はありません。',
  'sql-no-statement': () => 'SQL の文がありません。',
  'sql-empty': () => 'SQL が空です。',
  'result-unknown': ({ result }) => `結果 ${result} はありません。`,
  'result-expired': ({ result }) => `結果 ${result} は期限が切れたか、新しい結果のために消されました。`,
  'fix-run-again': () => 'もう一度実行してください。',
  'timeout-limit': ({ max }) => `このサービスでの timeout_ms の上限は ${max} です。`,
  'query-interrupted': () => 'ほかの処理に中断され、残りの時間が足りませんでした。',
} satisfies Partial<InJapanese>;
