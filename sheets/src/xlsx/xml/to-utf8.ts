import { TextDecoder } from 'node:util';
import { damaged } from '../../core/file-error.js';

/** Enough for any XML declaration. */
const HEAD_BYTES = 256;

/** Converts the chunks of a part to UTF-8, in which nearly all parts are already. */
export class ToUtf8 {
  readonly #part: string;
  /** The first bytes, until there are enough to detect the encoding. */
  #head: Buffer | undefined = Buffer.alloc(0);
  /** Undefined where bytes are passed on unchanged. */
  #decoder: TextDecoder | undefined;
  /** The byte order mark of a UTF-8 part, which is not passed on; empty if there is none. */
  mark: Buffer = Buffer.alloc(0);

  constructor(part: string) {
    this.#part = part;
  }

  /** Known once bytes were passed on. */
  get isConverting(): boolean {
    return this.#decoder !== undefined;
  }

  push(chunk: Buffer): Buffer {
    if (!this.#head) return this.#convert(chunk);
    this.#head = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk;
    return this.#head.length < HEAD_BYTES ? Buffer.alloc(0) : this.#start(this.#head);
  }

  end(): Buffer {
    const last = this.#head ? this.#start(this.#head) : Buffer.alloc(0);
    return this.#decoder ? Buffer.concat([last, Buffer.from(this.#decoder.decode())]) : last;
  }

  #start(head: Buffer): Buffer {
    this.#head = undefined;
    if (startsWith(head, 0xef, 0xbb, 0xbf)) {
      this.mark = head.subarray(0, 3);
      return head.subarray(3);
    }
    const encoding = encodingOf(head);
    if (encoding !== 'utf-8') this.#decoder = decoderOf(encoding, this.#part);
    return this.#convert(head);
  }

  #convert(chunk: Buffer): Buffer {
    return this.#decoder ? Buffer.from(this.#decoder.decode(chunk, { stream: true })) : chunk;
  }
}

function encodingOf(head: Buffer): string {
  if (startsWith(head, 0xff, 0xfe) || startsWith(head, 0x3c, 0x00)) return 'utf-16le';
  if (startsWith(head, 0xfe, 0xff) || startsWith(head, 0x00, 0x3c)) return 'utf-16be';
  const declaration = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)["']/.exec(
    head.toString('latin1', 0, HEAD_BYTES),
  );
  const declared = declaration?.[1]?.trim().toLowerCase() ?? 'utf-8';
  const isWronglyWide = /^(utf-?16|ucs-?2|unicode)/.test(declared);
  const isNarrowerUtf8 = /^(utf-?8|(us-)?ascii)$/.test(declared);
  // Programs that write a string to a file often declare the encoding that the string had in memory.
  return isWronglyWide || isNarrowerUtf8 ? 'utf-8' : declared;
}

function decoderOf(encoding: string, part: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw damaged('xml-encoding', { part });
  }
}

function startsWith(bytes: Buffer, ...start: number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
