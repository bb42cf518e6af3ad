const rfc3339 = /^\d{4}-(\d{2})-(\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i;

/** A time in RFC 3339 as the same moment in UTC; undefined if the text is none. */
export function utcTime(text: string): string | undefined {
  const parts = rfc3339.exec(text);
  if (!parts) return undefined;
  const [, month, day] = parts.map(Number) as [number, number, number];
  const daysInMonth = new Date(Date.UTC(Number(text.slice(0, 4)), month, 0)).getUTCDate();
  const time = new Date(text.toUpperCase());
  return day > daysInMonth || Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
