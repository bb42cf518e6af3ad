import { randomUUID } from 'node:crypto';
import { ExactNumber, isDoubleExact } from '@workbook-data-service/sheets/exact-numbers';
import secureJson from 'secure-json-parse';

/**
 * Parses JSON so that every number is what was written: a double where that represents it exactly, else an
 * ExactNumber. A text without such numbers costs one scan of its characters on top of the native parser. Keys
 * that would reach a prototype are refused.
 */
export function parseJson(text: string): unknown {
  const literals = inexactNumbers(text);
  if (literals.length === 0) return secureJson.parse(text);
  // The native parser sees a string in place of each; nobody outside can guess how such a string begins.
  let marked = '';
  let copied = 0;
  for (const { start, end } of literals) {
    marked += `${text.slice(copied, start)}"${MARK}${text.slice(start, end)}"`;
    copied = end;
  }
  return withExactNumbers(parseMarked(marked + text.slice(copied), text));
}

/** The error for invalid JSON quotes from the text, and a mark must stay secret. */
function parseMarked(marked: string, text: string): unknown {
  try {
    return secureJson.parse(marked);
  } catch {
    return secureJson.parse(text);
  }
}

const MARK = `${randomUUID()} `;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const [QUOTE, BACKSLASH, MINUS, ZERO, NINE] = [34, 92, 45, 48, 57];

/** The positions of numbers that a double would change. Invalid JSON is left to the parser. */
function inexactNumbers(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      if (at < 0) return found;
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, at);
      const numeral = text.slice(at, end);
      if (!isDoubleExact(numeral) && jsonNumber.test(numeral)) found.push({ start: at, end });
      at = end - 1;
    }
  }
  return found;
}

/** The position of the closing quote, or -1. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return quote;
  }
  return -1;
}

const numberCharacters = /[-+.\deE]+/y;

function endOfNumber(text: string, start: number): number {
  numberCharacters.lastIndex = start;
  return numberCharacters.test(text) ? numberCharacters.lastIndex : start + 1;
}

/** Replaces the marks by their numbers, in place; without recursion, however deep the value is. */
function withExactNumbers(value: unknown): unknown {
  const root = { value };
  const open: Record<string, unknown>[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    for (const key of Object.keys(node)) {
      const member = node[key];
      if (typeof member === 'string' && member.startsWith(MARK))
        node[key] = new ExactNumber(member.slice(MARK.length));
      else if (typeof member === 'object' && member !== null) open.push(member as Record<string, unknown>);
    }
  }
  return root.value;
}
