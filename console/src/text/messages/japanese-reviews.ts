import type { InJapanese } from './japanese-words.js';

/** About reviews. */
export const japaneseReviews = {
  'review-governed': () => 'ルールで保護されたワークブックは、レビューできません。',
  'fix-review-governed': () =>
    '保護された列を除いたコピーなど、列のルールのないワークブックをレビューしてください。',
  'target-unknown': ({ target }) => `このワークブックに、表やレポート「${target}」はありません。`,
  'model-unset': () => 'このサービスでは、レビュー用の言語モデルが設定されていません。',
  'model-unpaid': () => '言語モデルに使うクレジットが残っていません。',
  'fix-target-nearest': ({ nearest }) => `「${nearest}」のことですか？`,
  'fix-targets': () => '表とレポートの一覧を確認してください。',
} satisfies Partial<InJapanese>;
