/** A piece of a formula of a sheet; `text` is how it is written. */
export type SheetToken = { text: string } & (
  | { kind: 'address'; sheet: string | null; address: string }
  | { kind: 'structured'; table: string; items: string }
  | { kind: 'name'; sheet: string | null; name: string }
  | { kind: 'function'; name: string }
  /** A literal, an operator or a parenthesis. */
  | { kind: 'other' }
);

const quotedText = /"(?:[^"]|"")*"/y;
const word = String.raw`[\p{L}_\\][\p{L}\p{N}_.\\?]*`;
/** `Sheet1!`, `'Jan''s data'!`, `Jan:Mar!`, `[1]Sheet1!`, `[1]!`. */
const sheetPrefix = new RegExp(
  String.raw`(?:'(?:[^']|'')+'|(?:\[[^[\]]+\])?${word}(?::${word})?|\[[^[\]]+\])!`,
  'uy',
);
/** A cell, a range, whole columns or whole rows; not the beginning of a longer name. */
const address =
  /(?:\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?|\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|\$?\d{1,7}:\$?\d{1,7})(?![\p{L}\p{N}_.([!\\$])/iuy;
const name = new RegExp(word, 'uy');
const number = /(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?/iy;
const error = /#[A-Z][A-Z/_0]*[!?]?/iy;
const boolean = /^(?:TRUE|FALSE)$/i;

/** Operators and parentheses, without the colon, which may compute a range. */
const operators = /[-+*/^&=<>(),%;{}\s]+/y;

/** Splits a formula as a file stores it, without the `=`, so that nothing in it is mistaken for a reference. */
export function sheetTokensOf(formula: string): SheetToken[] {
  const tokens: SheetToken[] = [];
  const namesSheets = formula.includes('!');
  let index = 0;
  const take = (form: RegExp): string | undefined => {
    form.lastIndex = index;
    if (!form.test(formula)) return undefined;
    const start = index;
    index = form.lastIndex;
    return formula.slice(start, index);
  };
  while (index < formula.length) {
    const start = index;
    const simple = take(operators) ?? (formula[index] === '"' ? take(quotedText) : undefined);
    if (simple !== undefined) {
      tokens.push({ kind: 'other', text: simple });
      continue;
    }
    const prefix = namesSheets ? take(sheetPrefix) : undefined;
    const sheet = prefix === undefined ? null : unquoted(prefix.slice(0, -1));
    const place = take(address);
    if (place !== undefined) {
      tokens.push({ kind: 'address', sheet, address: place, text: formula.slice(start, index) });
      continue;
    }
    const named = take(name);
    if (formula[index] === '[') {
      const items = bracketed(formula, index);
      index += items.length;
      const text = formula.slice(start, index);
      tokens.push({ kind: 'structured', table: named ?? '', items: items.slice(1, -1), text });
    } else if (named !== undefined) {
      const text = formula.slice(start, index);
      if (formula[index] === '(') tokens.push({ kind: 'function', name: named.toUpperCase(), text });
      else if (sheet === null && boolean.test(named)) tokens.push({ kind: 'other', text });
      else tokens.push({ kind: 'name', sheet, name: named, text });
    } else {
      if (take(number) === undefined && take(error) === undefined) index = Math.max(index, start + 1);
      tokens.push({ kind: 'other', text: formula.slice(start, index) });
    }
  }
  return tokens;
}

function unquoted(sheet: string): string {
  return sheet.startsWith("'") ? sheet.slice(1, -1).replaceAll("''", "'") : sheet;
}

/** From an opening bracket to its closing one; an apostrophe takes the next character literally. */
function bracketed(formula: string, from: number): string {
  let depth = 0;
  for (let at = from; at < formula.length; at++) {
    if (formula[at] === "'") at++;
    else if (formula[at] === '[') depth++;
    else if (formula[at] === ']' && --depth === 0) return formula.slice(from, at + 1);
  }
  return formula.slice(from);
}
