import type { InJapanese } from './japanese-words.js';

/** What the service calls states that it pins by itself. */
export const japaneseSnapshots = {
  'snapshot-file-version': ({ n, file }) => `${file} の版 ${n}`,
  'pin-daily': ({ day }) => `${day} の終わり`,
  'pin-table-deleted': ({ table }) => `表「${table}」を削除する前`,
  'pin-column-deleted': ({ table }) => `表「${table}」の列を削除する前`,
  'pin-source-deleted': ({ file }) => `ファイル「${file}」を削除する前`,
  'pin-source-revised': ({ file }) => `ファイル「${file}」を新しいファイルに置き換える前`,
  'pin-tables-replaced': ({ file }) => `ファイル「${file}」の表を作り直す前`,
  'pin-undone': () => '変更を元に戻す前',
  'snapshot-before-undo': () => '復元を元に戻す前',
  'snapshot-before-restore': ({ name }) => `「${name}」を復元する前`,
} satisfies Partial<InJapanese>;
