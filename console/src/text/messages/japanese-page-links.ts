import type { InJapanese } from './japanese-words.js';

/** About links to reports and charts that anybody can open. */
export const japanesePageLinks = {
  'page-link-unknown': ({ link }) => `リンク ${link} はありません。`,
  'fix-page-links': () => '一覧から選び直してください。',
  'page-links-many': ({ max }) => `リンクは ${max} 件までです。`,
  'page-links-forbidden': () => 'このワークスペースではリンクの共有が禁止されています。',
  'fix-page-links-forbidden': () => 'ワークスペースの管理者に許可を依頼してください。',
  'page-link-version': ({ version }) => `バージョン「${version}」はありません。`,
  'page-link-past': () => '期限がすでに過ぎています。',
  'page-link-origin': ({ origin }) => `「${origin}」はサイトではありません。`,
  'field-no-version': () => 'という名前のバージョンはありません',
  'field-past': () => 'は今より後にしてください',
  'field-origin': () => 'は https://intranet.example.com のように指定してください',
} satisfies Partial<InJapanese>;
