import type { Language } from '../../preferences.js';

/** What the editor itself says; it speaks English unless told otherwise. */
export const editorPhrases: Record<Language, Record<string, string>> = {
  en: {},
  ja: {
    Completions: '入力候補',
    'Control character': '制御文字',
    Diagnostics: '問題の一覧',
    'No diagnostics': '問題はありません',
    close: '閉じる',
    'Selection deleted': '選択範囲を削除しました',
  },
};
