import { characterWidth } from '../../core/text-width.js';

/** Excel's highest row holds about this many lines. */
const MAX_LINES = 24;
const SPACE = 0x20;

/** A piece of text that takes one row of a sheet, and how many lines it takes there. */
interface TextRow {
  text: string;
  lines: number;
}

/** Text in rows that are `width` characters wide: one for each of its lines, several for one too long for a row. */
export function textRows(text: string, width: number): TextRow[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const rows: TextRow[] = [];
    for (let from = 0; from < line.length || from === 0; ) {
      const row = rowFrom(line, from, width);
      rows.push({ text: line.slice(from, row.to).trimEnd(), lines: row.lines });
      if (row.to >= line.length) break;
      from = row.to;
    }
    return rows;
  });
}

/** Lines end after a word or a wide character where there is one, as programs break them. */
function rowFrom(line: string, from: number, width: number): { to: number; lines: number } {
  let lines = 1;
  let used = 0;
  let wordStart = from;
  let wordWidth = 0;
  for (let i = from; i < line.length; i++) {
    const code = line.charCodeAt(i);
    const size = characterWidth(code);
    // A space may stand beyond the edge.
    if (used + size > width && code !== SPACE) {
      const isWholeLine = wordWidth === used;
      if (lines === MAX_LINES) return { to: isWholeLine ? characterStart(line, i) : wordStart, lines };
      lines += 1;
      used = wordWidth = isWholeLine ? 0 : wordWidth;
    }
    used += size;
    wordWidth += size;
    if (code === SPACE || size === 2) {
      wordStart = i + 1;
      wordWidth = 0;
    }
  }
  return { to: line.length, lines };
}

/** Never between the halves of a surrogate pair. */
function characterStart(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : index;
}
