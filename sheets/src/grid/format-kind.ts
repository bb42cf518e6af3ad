export type FormatKind = 'plain' | 'percent' | 'date' | 'timestamp' | 'time' | 'duration';

/** Text in quotes, escaped or padding characters, and brackets other than elapsed time. */
const decoration = /"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;
const known = new Map<string, FormatKind>();

/** What a number format code says about its numbers; for example `yyyy-mm-dd` is a date. */
export function formatKind(code: string): FormatKind {
  let kind = known.get(code);
  if (!kind) {
    kind = classify(code);
    if (known.size < 10_000) known.set(code, kind);
  }
  return kind;
}

export function isDateFormat(code: string): boolean {
  const kind = formatKind(code);
  return kind !== 'plain' && kind !== 'percent';
}

function classify(code: string): FormatKind {
  const section = code.replace(decoration, '').split(';', 1)[0] ?? '';
  if (/^\s*(general|standard|@)?\s*$/i.test(section)) return 'plain';
  if (/\[(h+|m+|s+)\]/i.test(section)) return 'duration';
  const letters = section.replace(/general|e[+-]/gi, '');
  const time = /[hs]|am\/pm|a\/p/i.test(letters);
  // A lone m is a month, unless hours or seconds make it minutes; e and g are years of an era.
  const date = /[dyeg]/i.test(letters) || (!time && /m/i.test(letters)) || /mmm/i.test(letters);
  if (date) return time ? 'timestamp' : 'date';
  if (time) return 'time';
  return letters.includes('%') ? 'percent' : 'plain';
}
