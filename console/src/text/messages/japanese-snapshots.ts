import type { InJapanese } from './japanese-words.js';

/** What the service calls states that it pins by itself. */
export const japaneseSnapshots = {
  'snapshot-file-version': ({ n, file }) => `${file} の版 ${n}`,
  'snapshot-before-undo': () => '復元を元に戻す前',
  'snapshot-before-restore': ({ name }) => `「${name}」を復元する前`,
} satisfies Partial<InJapanese>;
