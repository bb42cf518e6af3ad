import type { Excerpt, MessageCode, MessageParams, Param } from '@workbook-data-service/client/messages';

/** A Japanese sentence for each code, with the parameters of the English one. */
export type InJapanese = {
  readonly [Code in MessageCode]: (params: MessageParams[Code]) => string;
};

export const grouped = (number: number): string =>
  number.toLocaleString('ja-JP', { maximumFractionDigits: 6 });

export function quoted(value: Param): string {
  if (typeof value === 'string') return `"${value}"`;
  return typeof value === 'number' ? grouped(value) : JSON.stringify(value);
}

export function listed({ shown, more }: Excerpt): string {
  const text = shown.map(quoted).join(', ');
  return more > 0 ? `${text} ほか ${grouped(more)} 件` : text;
}
