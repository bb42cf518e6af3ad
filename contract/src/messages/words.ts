import type { Param } from './message.js';

/** `1 row`, `2,000 rows`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export const being = (count: number): string => (count === 1 ? 'is' : 'are');

export function grouped(number: number): string {
  return number.toLocaleString('en-US', { maximumFractionDigits: 6 });
}

const MAX_QUOTED = 60;

/** A value of a cell as a message holds it: long texts are cut, and lines joined. */
export function quotable(value: unknown): Param {
  if (typeof value !== 'string') return (value ?? null) as Param;
  const text = value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED - 1)}…` : value;
  return text.replace(/\s/g, (space) => (space === ' ' || space === '　' ? space : '␤'));
}

/** A value within a sentence. */
export function quoted(value: Param): string {
  if (typeof value === 'string') return `"${value}"`;
  return typeof value === 'number' ? grouped(value) : JSON.stringify(value);
}

/** The first few of some values, and how many more there are. */
export interface Excerpt {
  shown: Param[];
  more: number;
}

export function excerptOf(values: readonly unknown[], max = 3): Excerpt {
  const shown = values.slice(0, max).map(quotable);
  return { shown, more: values.length - shown.length };
}

export function listed({ shown, more }: Excerpt): string {
  const text = shown.map(quoted).join(', ');
  return more > 0 ? `${text} and ${grouped(more)} more` : text;
}
