/** Cells as texts, row by row. */
export type TextTable = string[][];

const needsQuotes = /[\t\n\r"]/;

/** As Excel writes and reads it: cells with tabs, line breaks or quotes stand in quotes. */
export function toTsv(table: TextTable): string {
  const cell = (text: string) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return table.map((row) => row.map(cell).join('\t')).join('\r\n');
}

/** Excel ends the last line too; that makes no further row. */
export function fromTsv(text: string): TextTable {
  const table: TextTable = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    row.push(cell.text);
    at = cell.end;
    if (text[at] === '\t') {
      at++;
      continue;
    }
    table.push(row);
    row = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
    if (at >= text.length) break;
  }
  return table;
}

interface ReadCell {
  text: string;
  /** At the separator behind it. */
  end: number;
}

function plainCell(text: string, from: number): ReadCell {
  let end = from;
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end++;
  return { text: text.slice(from, end), end };
}

/** A quote that nothing closes, or that text follows, is a quote like any other character. */
function quotedCell(text: string, from: number): ReadCell {
  let cell = '';
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return plainCell(text, from);
    cell += text.slice(at, quote);
    if (text[quote + 1] === '"') {
      cell += '"';
      at = quote + 2;
      continue;
    }
    const next = text[quote + 1];
    const isClosed = next === undefined || next === '\t' || next === '\n' || next === '\r';
    return isClosed ? { text: cell, end: quote + 1 } : plainCell(text, from);
  }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** More digits than a number of Excel holds. */
const tooExact = /\d{16}/;

/**
 * For programs that prefer a table: Excel, mail, word processors. In a column of texts all stay texts, as Excel would make
 * 0012 a 12; others are numbers, dates and truth values there too.
 */
export function toHtml(table: TextTable, isTextColumn: (column: number) => boolean): string {
  const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => escapes[one] as string);
  const cell = (text: string, column: number) => {
    const style = isTextColumn(column) || tooExact.test(text) ? ` style="mso-number-format:'\\@'"` : '';
    return `<td${style}>${escaped(text).replaceAll('\n', '<br>')}</td>`;
  };
  return `<table>${table.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`;
}
