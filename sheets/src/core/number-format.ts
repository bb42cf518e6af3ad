const LONGEST = 255;

/** One piece of a number format as spreadsheets read it; anything else would make Excel refuse the file. */
const piece = new RegExp(
  [
    '"[^"\\p{Cc}\\p{Cs}]*"',
    '[\\\\_*][^\\p{Cc}\\p{Cs}]',
    '\\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\\d{1,2})\\]',
    '\\[(?:h+|m+|s+)\\]',
    '\\[(?:<|>|=|<=|>=|<>)-?\\d+(?:\\.\\d+)?\\]',
    '\\[\\$[^\\]\\[\\p{Cc}\\p{Cs}]*\\]',
    'general|am/pm|a/p',
    'e[+-](?=[0#?])',
    'y{1,4}|m{1,5}|d{1,4}|h{1,2}|s{1,2}|g{1,3}|e{1,2}(?![+-])|a{3,4}',
    // Characters that stand for themselves or for digits, and letters beyond ASCII such as 年.
    "[0#?.,%@/ $+():!^&'~{}<>=-]|[^\\p{ASCII}\\p{Cc}\\p{Cs}]",
  ].join('|'),
  'iuy',
);

/** Whether every spreadsheet program accepts a number format: at most four sections of known pieces. */
export function isNumberFormat(format: string): boolean {
  if (format.length === 0 || format.length > LONGEST) return false;
  let sections = 1;
  for (let at = 0; at < format.length; ) {
    if (format[at] === ';') {
      sections++;
      at++;
      continue;
    }
    piece.lastIndex = at;
    const match = piece.exec(format);
    if (!match) return false;
    at += match[0].length;
  }
  return sections <= 4;
}
