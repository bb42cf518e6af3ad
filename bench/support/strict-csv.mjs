/** Parses strict RFC 4180, which a benchmark may take as the truth. */
export function parseStrictly(text, delimiter = ',', quote = '"') {
  const rows = [];
  let row = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === quote) {
      for (at++; ; at++) {
        if (at >= text.length) throw new Error('a quote is not closed');
        if (text[at] === quote) {
          if (text[at + 1] !== quote) break;
          at++;
        }
        cell += text[at];
      }
      at++;
    } else {
      const start = at;
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++;
      cell = text.slice(start, at);
    }
    row.push(cell);
    if (text[at] === delimiter) {
      at++;
      if (at < text.length) continue;
      row.push('');
    } else if (at < text.length) {
      at += text.startsWith('\r\n', at) ? 2 : 1;
    }
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Quotes only what needs it, as most programs do. */
export function writeStrictly(rows, { delimiter, quote, newline = '\n', quoteAll = false }) {
  const written = (cell) =>
    quoteAll || [delimiter, quote, '\n', '\r'].some((special) => cell.includes(special))
      ? quote + cell.replaceAll(quote, quote + quote) + quote
      : cell;
  return rows.map((row) => row.map(written).join(delimiter) + newline).join('');
}

/** A grid without the empty cells and rows at its ends, on which readers differ. */
export function trimmedGrid(rows) {
  const trimmed = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));
  return trimmed.slice(0, trimmed.findLastIndex((row) => row.length > 0) + 1);
}
