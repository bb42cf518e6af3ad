import type { Position } from './refusal.js';

/** Characters that a terminal shows two columns wide. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/**
 * The place that a message of DuckDB points at: it quotes the line of the statement, cut at either end, and has a caret
 * below. The binder says it in no other way.
 */
export function positionInMessage(sql: string, message: string): Position | undefined {
  const quoted = /^(LINE (\d+): (?:\.\.\.)?)(.*)\n( *)\^/m.exec(message);
  if (!quoted) return undefined;
  const [, prefix = '', number, excerpt = '', spaces = ''] = quoted;
  const line = sql.split('\n')[Number(number) - 1];
  const start = line?.indexOf(excerpt.replace(/\.\.\.$/, '')) ?? -1;
  if (line === undefined || start === -1) return undefined;
  const before = [...line.slice(0, start)].length;
  return { line: Number(number), column: before + charactersIn(excerpt, spaces.length - prefix.length) + 1 };
}

/** How many characters of a text take so many columns. */
function charactersIn(text: string, columns: number): number {
  let width = 0;
  let count = 0;
  for (const character of text) {
    if (width >= columns) break;
    width += WIDE.test(character) ? 2 : 1;
    count += 1;
  }
  return count;
}
