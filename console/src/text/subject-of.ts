import type { Language } from '../preferences.js';

/** What people call the fields that most forms have. */
const names: Readonly<Record<string, Record<Language, string>>> = {
  code: { en: 'The code', ja: 'コード' },
  color: { en: 'The colour', ja: '色' },
  columns: { en: 'The columns', ja: '列' },
  current_password: { en: 'The current password', ja: '現在のパスワード' },
  description: { en: 'The description', ja: '説明' },
  email: { en: 'The e-mail address', ja: 'メールアドレス' },
  filename: { en: 'The name of the file', ja: 'ファイル名' },
  filter: { en: 'The filter', ja: 'フィルター' },
  formula: { en: 'The formula', ja: '数式' },
  key: { en: 'The key', ja: 'キー' },
  label: { en: 'The label', ja: 'ラベル' },
  limit: { en: 'The number of rows', ja: '行数' },
  name: { en: 'The name', ja: '名前' },
  new_name: { en: 'The new name', ja: '新しい名前' },
  new_password: { en: 'The new password', ja: '新しいパスワード' },
  note: { en: 'The note', ja: 'メモ' },
  number_format: { en: 'The format', ja: '表示形式' },
  password: { en: 'The password', ja: 'パスワード' },
  role: { en: 'The role', ja: '役割' },
  series: { en: 'The series', ja: '系列' },
  sql: { en: 'The statement', ja: 'SQL 文' },
  tag: { en: 'The tag', ja: 'タグ' },
  title: { en: 'The title', ja: 'タイトル' },
  type: { en: 'The type', ja: '型' },
  url: { en: 'The address', ja: 'アドレス' },
  value: { en: 'The value', ja: '値' },
  x: { en: 'The horizontal axis', ja: '横軸' },
  y: { en: 'The vertical axis', ja: '縦軸' },
};

const unnamed: Record<Language, string> = { en: 'What was entered', ja: '入力した内容' };

/** What a pointer into a request points to, in the words of people: the column of a cell, or the field of a form. */
export function subjectOf(pointer: string, language: Language): string {
  const parts = pointer
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (parts[0] === 'rows' && parts[2] !== undefined)
    return language === 'ja' ? `「${parts[2]}」` : `“${parts[2]}”`;
  const last = parts.findLast((part) => !/^\d+$/.test(part)) ?? '';
  return Object.hasOwn(names, last) ? (names[last] as Record<Language, string>)[language] : unnamed[language];
}
