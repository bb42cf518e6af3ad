/** `1,234*`, `1,234 r`, `12 (a)`, `7[2]`: footnote marks, which are not part of the number. */
const footnoteMark = /(?:\s*[*†‡]+|\s+[rpef]|\s*\((?:[a-z]|\d)\)|\s*\[\w{1,2}\])$/;
const grouped = /^\d{1,3}(?:[, ]\d{3})+(?:\.\d*)?$/;
const plain = /^(?:\d+(?:\.\d*)?|\.\d+)$/;
const scientific = /^\d+(?:\.\d*)?e[+-]?\d+$/i;
const missing =
  /^(?:[-‐‑–—―−ー]+|\.{1,3}|…+|\*+|n\.?\/?a\.?|#n\/a|nan|null|none|nil|\((?:na|[xzdsb])\)|x|不明|不詳|該当なし|秘)$/i;
const japaneseScales: Record<string, number> = { 億: 1e8, 万: 1e4 };
const longestNumber = 40;

/** A text for a value that is unknown, not applicable or withheld: `n.a.`, `..`, `-`, `(X)`. */
export function isMissingMark(text: string): boolean {
  if (text.length > 12) return false;
  const trimmed = text.trim();
  return missing.test(isAscii(trimmed) ? trimmed : trimmed.normalize('NFKC'));
}

/**
 * A text as the number that a person would read; NaN for other text: `(1,234)`, `△5`, `12.5%`, `$3`, `１２`.
 */
export function readNumber(text: string): number {
  if (isDigits(text)) return Number(text);
  if (text.length > longestNumber || cannotBeNumber(text)) return Number.NaN;
  const trimmed = (isAscii(text) ? text : text.normalize('NFKC')).trim();
  if (plain.test(trimmed)) return Number(trimmed);
  return readMarked(trimmed);
}

function readMarked(text: string): number {
  let rest = text.replace(footnoteMark, '');
  let sign = 1;
  const bracketed = /^\((.*)\)$/.exec(rest);
  if (bracketed) {
    sign = -1;
    rest = (bracketed[1] ?? '').trim();
  }
  const marked = /^[-−–△▲]\s*(.*)$/.exec(rest);
  if (marked) {
    sign = -sign;
    rest = marked[1] ?? '';
  } else if (rest.startsWith('+')) rest = rest.slice(1);
  rest = rest.replace(/^[$€£¥]\s*/, '').replace(/\s*[円€]$/, '');
  let scale = japaneseScales[rest.at(-1) ?? ''] ?? 1;
  if (scale !== 1) rest = rest.slice(0, -1);
  const percent = /^(.*?)\s*%$/.exec(rest);
  if (percent) {
    rest = percent[1] ?? '';
    scale = 0.01;
  }
  if (scientific.test(rest)) return sign * Number(rest);
  if (!grouped.test(rest) && !plain.test(rest)) return Number.NaN;
  const value = sign * Number(rest.replaceAll(/[, ]/g, ''));
  return scale === 0.01 ? value / 100 : value * scale;
}

/** Most text cells begin with a letter, so one character rules them out. */
function cannotBeNumber(text: string): boolean {
  const first = text.charCodeAt(0) | 0x20;
  if (first >= 0x61 && first <= 0x7a) return true;
  return !/[\d０-９]/.test(text);
}

/** The common case without a regular expression. */
function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return text.length > 0 && text.length <= longestNumber;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7e) return false;
  return true;
}
