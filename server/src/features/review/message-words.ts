/** `1 row`, `2,000 rows`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function grouped(number: number): string {
  return number.toLocaleString('en-US', { maximumFractionDigits: 6 });
}

/** A value of a cell within a message. */
export function quoted(value: unknown): string {
  if (typeof value !== 'string') return typeof value === 'number' ? grouped(value) : JSON.stringify(value);
  const text = value.length > 60 ? `${value.slice(0, 59)}…` : value;
  return `"${text.replace(/\s/g, (space) => (space === ' ' || space === '　' ? space : '␤'))}"`;
}

/** The first few, and how many more there are. */
export function listed(values: readonly unknown[], most = 3): string {
  const shown = values.slice(0, most).map(quoted);
  const more = values.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${grouped(more)} more` : shown.join(', ');
}
