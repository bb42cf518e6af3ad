import { isAscii, isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import { problem } from '../core/problems.js';
import { limits } from './limits.js';

export interface DecodedText {
  text: string;
  encoding: string;
}

const SAMPLE_BYTES = 64 * 1024;

/** Text by its byte order mark, else strict UTF-8, else the likeliest encoding that decodes without a fault. */
export function decodeText(bytes: Buffer): DecodedText {
  if (bytes.length > limits.textBytes) {
    throw problem('file-too-complex', `The file is larger than ${limits.textBytes} bytes.`);
  }
  const marked = encodingOfMark(bytes);
  if (marked) return decodeAs(marked, bytes) ?? refuse();
  if (bytes.includes(0)) return decodeAs(encodingOfNuls(bytes) ?? refuse(), bytes) ?? refuse();
  if (isAscii(bytes)) {
    if (bytes.includes('\x1b$')) return decodeAs('iso-2022-jp', bytes) ?? refuse();
    return { text: bytes.toString('latin1'), encoding: 'utf-8' };
  }
  if (isUtf8(bytes)) return { text: bytes.toString('utf8'), encoding: 'utf-8' };
  return decodeByGuess(bytes);
}

function refuse(): never {
  throw problem('unreadable-file', 'The file is not text in any known encoding.');
}

function encodingOfMark(bytes: Buffer): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

/** UTF-16 of mostly western text has NUL as every other byte; any other NUL means it is not text. */
function encodingOfNuls(bytes: Buffer): string | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let even = 0;
  let odd = 0;
  for (let at = 0; at < sample.length; at++) {
    if (sample[at] === 0) at % 2 === 0 ? even++ : odd++;
  }
  if (bytes.length % 2 === 1 || Math.max(even, odd) < sample.length / 4) return undefined;
  if (even === 0) return 'utf-16le';
  return odd === 0 ? 'utf-16be' : undefined;
}

function decodeByGuess(bytes: Buffer): DecodedText {
  const firstForeign = bytes.findIndex((byte) => byte >= 0x80);
  const from = Math.max(0, firstForeign - 1024);
  for (const encoding of likelyEncodings(bytes.subarray(from, from + SAMPLE_BYTES))) {
    const decoded = decodeAs(encoding, bytes);
    if (decoded) return decoded;
  }
  return decodeAs('windows-1252', bytes) ?? refuse();
}

const SURE = 60;
const multiByte = /^(?:shift_jis|euc-|gb|big5)/i;

/** On a few words the detector only guesses; then the pattern of the bytes decides between west and east. */
function likelyEncodings(sample: Buffer): string[] {
  const guesses = analyse(sample).filter(({ name }) => !/^(?:utf-|ascii)/i.test(name));
  const names = guesses.map(({ name }) => name);
  if ((guesses[0]?.confidence ?? 0) >= SURE) return names;
  if (looksWestern(sample)) return ['windows-1252'];
  return [...names.filter((name) => multiByte.test(name)), ...names];
}

/** Western text has accents between plain letters, and of the bytes below 0xa0 only typographic marks. */
function looksWestern(sample: Buffer): boolean {
  const typographic = new Set([0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99]);
  let high = 0;
  let runs = 0;
  let strange = 0;
  sample.forEach((byte, at) => {
    if (byte < 0x80) return;
    high++;
    if ((sample[at - 1] ?? 0) < 0x80) runs++;
    if (byte < 0xa0 && !typographic.has(byte)) strange++;
  });
  return strange * 5 < high && high < runs * 1.6;
}

/** Undefined where the bytes are not in the encoding, or the platform does not know it. */
function decodeAs(encoding: string, bytes: Buffer): DecodedText | undefined {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    const decoded = decoder.decode(bytes);
    const text = decoder.encoding === 'windows-1252' ? withWindowsMarks(decoded) : decoded;
    return text.includes('\0') ? undefined : { text, encoding: decoder.encoding };
  } catch {
    return undefined;
  }
}

const windowsMarks = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Node 20 decodes windows-1252 as if it were ISO-8859-1, which has control characters in these places. */
function withWindowsMarks(text: string): string {
  return text.replace(
    /[\x80-\x9f]/g,
    (character) => windowsMarks[character.charCodeAt(0) - 0x80] ?? character,
  );
}
