import type { Answer } from './api.js';
import { entriesOf } from './zip-entries.js';

/**
 * Everything sensitive in a governed world contains one of these: texts, numbers with values computed from
 * them, names.
 */
export const SECRET = 'quokka';
const NAME = 'zibex';
/**
 * The numbers of rows and their doubles; then the sums of either. As a part of an id or a hash they mean
 * nothing.
 */
const NUMBERS = /(?<![0-9a-z])(?:7310427|1462085|2193128|4386256)\d{0,2}(?![0-9a-z])/;
const VALUES = new RegExp(`${SECRET}|${NUMBERS.source}`, 'i');
const NAMES = new RegExp(NAME, 'i');

/** The numbers of the rows in Arrow. */
const BINARY_NUMBERS = [73_104_270, 73_104_271, 73_104_275, 73_104_279, 146_208_540, 146_208_558].flatMap(
  (number) => {
    const [integer, double] = [Buffer.alloc(8), Buffer.alloc(8)];
    integer.writeBigInt64LE(BigInt(number));
    double.writeDoubleLE(number);
    return [integer, double];
  },
);

export type Shown = 'values' | 'names' | 'nothing';

/** What a response reveals, ignoring what it repeats from the request, and where, for the message of a failed test. */
export async function shownBy(
  answer: Answer<unknown>,
  request: string,
): Promise<{ shown: Shown; excerpt: string }> {
  const bytes = Buffer.from(answer.bytes);
  if (BINARY_NUMBERS.some((number) => bytes.includes(number)))
    return { shown: 'values', excerpt: 'a number in binary' };
  const text = without(await everyFormOf(answer), ownWordsOf(request));
  const value = text.search(VALUES);
  const at = value < 0 ? text.search(NAMES) : value;
  if (at < 0) return { shown: 'nothing', excerpt: '' };
  const excerpt = text.slice(Math.max(at - 60, 0), at + 60).replaceAll(/\s+/g, ' ');
  return { shown: value < 0 ? 'names' : 'values', excerpt };
}

/** Headers and body, raw and decoded: zip parts, JSON escapes, percent signs, base64. */
async function everyFormOf({ headers, body, bytes }: Answer<unknown>): Promise<string> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const parts = isZip ? [...(await entriesOf(bytes))].flat() : [Buffer.from(bytes).toString()];
  const said = [...headers]
    .filter(([name]) => name !== 'x-svc-denied-columns')
    .map((pair) => pair.join(': '));
  const texts = [...parts, ...said, ...said.map(percentDecoded), JSON.stringify(body)];
  return [...texts, ...texts.flatMap(base64Decoded)].join('\n');
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const base64Decoded = (text: string): string[] =>
  (text.match(/[A-Za-z0-9+/_-]{12,}={0,2}/g) ?? []).map((packed) => Buffer.from(packed, 'base64').toString());

/** The canaries that the request itself names, longest first. */
function ownWordsOf(request: string): string[] {
  const words = percentDecoded(request).match(new RegExp(`\\w*(?:${NAME}|${VALUES.source})\\w*`, 'gi')) ?? [];
  return [...new Set(words.map((word) => word.toLowerCase()))].sort((a, b) => b.length - a.length);
}

function without(text: string, words: string[]): string {
  if (words.length === 0) return text;
  return text.replaceAll(new RegExp(`(?<!\\w)(?:${words.join('|')})(?!\\w)`, 'gi'), '…');
}
