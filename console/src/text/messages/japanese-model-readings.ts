import type { InJapanese } from './japanese-words.js';

/** About reading with a language model. */
export const japaneseModelReadings = {
  'model-reading-unset': () => '言語モデルが設定されていないため、何も送信しません。',
  'model-reading-off': () =>
    'このサービスでは言語モデルによる読み取りが停止されているため、何も送信しません。',
  'model-reading-never': () =>
    'このワークスペースのファイルは言語モデルが読み取らない設定のため、何も送信しません。',
  'model-reading-governed': () =>
    'ワークブックに列のルールまたはタグがあるため、そのファイルを言語モデルに送信しません。',
  'model-reading-sheets': ({ max }) =>
    `言語モデルが読み取るのは 1 ファイルにつき ${max} シートまでで、ルールでの確度が低いものを優先します。`,
  'model-reading-tokens': () => 'このファイルに使えるトークン数の上限に達しました。',
  'model-reading-day': () =>
    '言語モデルによる読み取りに使えるアカウントの 1 日のトークン数の上限に達しました。',
} satisfies Partial<InJapanese>;
