import type { InJapanese } from './japanese-words.js';

/** About drives and tracked files. */
export const japaneseTrackedFiles = {
  'workbook-unreached': () => 'ワークブックが存在しないか、権限の範囲外です。',
  'drive-unset': ({ drive }) => `このサービスでは ${drive} が設定されていません。`,
  'fix-drive-too-large': () => 'ドライブからダウンロードしてアップロードするか、分割してください。',
  'fix-drive-ids': () => '一覧からファイルを選び直してください。',
  'drive-file-too-large': ({ file, bytes, max }) =>
    `「${file}」は ${bytes} バイトあります。受け取れるのは ${max} バイトまでです。`,
  'fix-drive-file-too-large': () => '分割するか、サービスの管理者に上限の引き上げを依頼してください。',
  'link-is-local': ({ link }) => `${link} は、サービスに送られたファイルを追跡しています。`,
  'link-version-unknown': ({ n }) => `追跡ファイルに、版 ${n} はありません。`,
  'link-version-raced': () => 'その間に、ファイルの別の版が届きました。',
  'fix-send-file-again': () => 'ファイルをもう一度送ってください。',
  'link-unknown': ({ link }) => `ワークブックに、追跡ファイル ${link} はありません。`,
  'fix-links': () => '追跡ファイルの一覧を確認してください。',
  'modified-time': () => '更新日時として読み取れません。',
  'fix-modified-time': () => '2026-03-31T17:05:00+09:00 のような形にするか、省いてください。',
  'sources-changed': () => 'その間に、ワークブックのファイルが変わりました。',
  'file-tracked': ({ link }) => `このファイルは ${link} として追跡されています。`,
  'file-known': ({ source }) =>
    `このファイルは、すでにこのワークブックに「${source}」として登録されています。`,
  'fix-file-known': ({ source }) => `「${source}」として追跡してください。`,
  'fix-link-versions': ({ versions }) => `版は 1 から ${versions} までです。`,
  'source-exists': ({ source }) => `ワークブックには、すでにファイル「${source}」があります。`,
  'source-unlike': ({ source }) => `このファイルには、「${source}」と共通のシートがありません。`,
  'fix-source-exists': () => '別の名前にするか、今あるファイルをどうするかを選んでください。',
} satisfies Partial<InJapanese>;
