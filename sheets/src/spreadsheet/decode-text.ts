import { isAscii, isUtf8 } from 'node:buffer';
import { damaged, tooComplex } from '../core/file-error.js';
import { limits } from './limits.js';
import { guessEncodings } from './text-encoding-guess.js';
import { decodeStrictly } from './text-strict-decoding.js';

interface DecodedText {
  text: string;
  encoding: string;
}

const SAMPLE_BYTES = 64 * 1024;
const MIN_PLAIN_SHARE = 0.05;
const MIN_PLAIN = 3;
const MAX_STRANGE = 0.01;

/**
 * Text by its byte order mark, else strict UTF-8, else the likeliest encoding that decodes without errors.
 */
export function decodeText(bytes: Buffer): DecodedText {
  if (bytes.length > limits.textBytes) {
    throw tooComplex('file-too-many-bytes', { bytes: limits.textBytes });
  }
  const marked = encodingOfMark(bytes);
  if (marked) return decodeAs([marked], bytes);
  if (bytes.includes(0)) return decodeAs(unmarkedUtf16(bytes), bytes);
  if (isAscii(bytes)) {
    if (bytes.includes('\x1b$')) return decodeAs(['iso-2022-jp'], bytes);
    return { text: bytes.toString('latin1'), encoding: 'utf-8' };
  }
  if (isUtf8(bytes)) return { text: bytes.toString('utf8'), encoding: 'utf-8' };
  return decodeAs([...guessEncodings(bytes), 'windows-1252'], bytes);
}

function encodingOfMark(bytes: Buffer): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

/**
 * Text in any language has delimiters, digits and line ends, which in UTF-16 have a NUL before or after a
 * plain character, and hardly any control or unassigned characters. Other bytes with NULs are not text.
 */
function unmarkedUtf16(bytes: Buffer): string[] {
  if (bytes.length % 2 === 1) return [];
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  return ['utf-16le', 'utf-16be'].filter((encoding) => {
    const text = decodeStrictly(encoding, sample, { cut: true }) ?? '';
    const plain = text.match(/[\t\r\n\x20-\x7e]/g)?.length ?? 0;
    const strange = text.match(/(?![\s\u0080-\u009f])[\p{Cc}\p{Cn}\p{Co}]/gu)?.length ?? 0;
    return (
      plain >= Math.max(MIN_PLAIN, text.length * MIN_PLAIN_SHARE) && strange <= text.length * MAX_STRANGE
    );
  });
}

/** Decodes in the first encoding that fits the bytes. */
function decodeAs(encodings: string[], bytes: Buffer): DecodedText {
  for (const encoding of encodings) {
    const text = decodeStrictly(encoding, bytes);
    if (text !== undefined && !text.includes('\0')) {
      return { text, encoding: new TextDecoder(encoding).encoding };
    }
  }
  throw damaged('file-not-text');
}
