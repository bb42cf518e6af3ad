import type { Excerpt, MessageCode, MessageParams, Param } from '@workbook-data-service/client/messages';

/** A Japanese sentence for each code, with the parameters of the English one. */
export type InJapanese = {
  readonly [Code in MessageCode]: (params: MessageParams[Code]) => string;
};

export const grouped = (number: number): string =>
  number.toLocaleString('ja-JP', { maximumFractionDigits: 6 });

/** A value within a sentence. In brackets whatever its type, so that no particle needs a space before it. */
export function quoted(value: Param): string {
  if (value === null) return '空欄';
  if (typeof value === 'number') return `「${grouped(value)}」`;
  return `「${typeof value === 'string' ? value : JSON.stringify(value)}」`;
}

export function listed({ shown, more }: Excerpt): string {
  const text = shown.map(quoted).join('、');
  return more > 0 ? `${text}ほか ${grouped(more)} 件` : text;
}

/** What the types of columns are called, here and where people choose them. */
export const columnTypes = {
  VARCHAR: '文字列',
  BIGINT: '整数',
  DOUBLE: '数値',
  'DECIMAL(18,2)': '小数点以下 2 桁の数値',
  BOOLEAN: 'はい・いいえ',
  DATE: '日付',
  TIME: '時刻',
  TIMESTAMP: '日時',
  TIMESTAMPTZ: '日時（UTC）',
  JSON: '構造化データ（JSON）',
};
const types: Readonly<Record<string, string>> = {
  ...columnTypes,
  INTEGER: '整数',
  HUGEINT: '整数',
  FLOAT: '数値',
};

/** The type of a column, to stand after a Japanese letter: `整数型`. */
export function typed(type: string): string {
  if (type.startsWith('DECIMAL')) return '小数型';
  return types[type] === undefined ? '特殊な型' : `${types[type]}型`;
}

export const roles: Readonly<Record<string, string>> = {
  owner: '所有者',
  admin: '管理者',
  editor: '編集者',
  viewer: '閲覧者',
};

/** The name in a parameter that is an English phrase around it, such as `table "sales"`. */
export const nameIn = (phrase: string): string | null => /"(.*)"/.exec(phrase)?.[1] ?? null;
