import type { ZipArchive } from '../../zip/zip-archive.js';
import type { ZipEntry } from '../../zip/zip-directory.js';
import { ElementText } from '../xml/element-text.js';
import { ToUtf8 } from '../xml/to-utf8.js';
import { type XmlHandler, XmlScanner } from '../xml/xml-scanner.js';

/** Is called for every tag and makes its changes through the splicer. */
export type XmlEditor = Pick<XmlHandler, 'open' | 'close'>;

const SLASH = 0x2f;
const COLON = 0x3a;

/** Copies a part while scanning it, byte for byte except for what its editor replaces. */
export class XmlSplicer {
  /** The text of an element that the editor asks for. */
  readonly text: ElementText;
  readonly #scanner: XmlScanner;
  #written: Buffer[] = [];
  /** The position up to which the scanner's bytes are copied or dropped. */
  #done = 0;
  #dropping = false;

  constructor(part: string, editor: (splicer: XmlSplicer) => XmlEditor) {
    let edited: XmlEditor | undefined;
    this.#scanner = new XmlScanner(part, () => ({
      open: (name, tag) => edited?.open(name, tag),
      close: (name) => edited?.close(name),
      text: (bytes, from, to, literal) => this.text.add(bytes, from, to, literal),
    }));
    this.text = new ElementText(this.#scanner);
    edited = editor(this);
  }

  /** Returns the edited part as far as it is known. */
  push(chunk: Buffer): Buffer {
    this.#scanner.push(chunk);
    this.#copyUpTo(this.#scanner.bytes.length - this.#scanner.unread);
    this.#done = 0;
    const written = Buffer.concat(this.#written);
    this.#written = [];
    return written;
  }

  end(): void {
    this.#scanner.end();
  }

  /** Whether the current tag is a whole element, such as `<row/>`. */
  get isEmptyElement(): boolean {
    const { bytes, tagEnd } = this.#scanner;
    return bytes[tagEnd - 2] === SLASH;
  }

  /** The prefix of the current tag with its colon, or an empty string. */
  get prefix(): string {
    const { bytes, tagStart, tagEnd } = this.#scanner;
    const nameAt = bytes[tagStart + 1] === SLASH ? tagStart + 2 : tagStart + 1;
    for (let at = nameAt; at < tagEnd && (bytes[at] as number) > 0x20; at++) {
      if (bytes[at] === COLON) return bytes.toString('utf8', nameAt, at + 1);
    }
    return '';
  }

  insertBefore(text: string): void {
    this.#copyUpTo(this.#scanner.tagStart);
    this.#write(text);
  }

  /** Opens an empty element and gives it content. */
  fillEmptyElement(content: string, closingTag: string): void {
    this.#copyUpTo(this.#scanner.tagEnd - 2);
    this.#write(`>${content}${closingTag}`);
    this.#done = this.#scanner.tagEnd;
  }

  /** Stops copying from the current tag on, until `resume`. */
  drop(): void {
    this.#copyUpTo(this.#scanner.tagStart);
    this.#dropping = true;
  }

  /** Resumes copying after the current tag, with a text in place of the dropped bytes. */
  resume(text: string): void {
    this.#dropping = false;
    this.#done = this.#scanner.tagEnd;
    this.#write(text);
  }

  /** The current tag as written in the file. */
  get tag(): string {
    const { bytes, tagStart, tagEnd } = this.#scanner;
    return bytes.toString('utf8', tagStart, tagEnd);
  }

  replaceTag(text: string): void {
    this.insertBefore(text);
    this.#done = this.#scanner.tagEnd;
  }

  #copyUpTo(end: number): void {
    if (!this.#dropping && end > this.#done)
      this.#written.push(this.#scanner.bytes.subarray(this.#done, end));
    this.#done = end;
  }

  #write(text: string): void {
    if (text !== '') this.#written.push(Buffer.from(text));
  }
}

/** Edits a streamed part. It is converted to UTF-8 if it was in another encoding. */
export async function* splicePart(
  archive: Pick<ZipArchive, 'chunks'>,
  entry: ZipEntry,
  editor: (splicer: XmlSplicer) => XmlEditor,
): AsyncGenerator<Buffer> {
  const splicer = new XmlSplicer(entry.name, editor);
  const toUtf8 = new ToUtf8(entry.name);
  let isStart = true;
  const converted = (bytes: Buffer): Buffer => {
    if (!isStart || bytes.length === 0) return splicer.push(bytes);
    isStart = false;
    return Buffer.concat([
      toUtf8.mark,
      splicer.push(toUtf8.isConverting ? withoutDeclaration(bytes) : bytes),
    ]);
  };
  for await (const chunk of archive.chunks(entry)) yield converted(toUtf8.push(chunk));
  yield converted(toUtf8.end());
  splicer.end();
}

/** Like `splicePart`, for a part in memory. */
export async function spliceBytes(
  name: string,
  bytes: Buffer,
  editor: (splicer: XmlSplicer) => XmlEditor,
): Promise<Buffer> {
  const archive = {
    async *chunks() {
      yield bytes;
    },
  };
  const pieces: Buffer[] = [];
  for await (const piece of splicePart(archive, { name } as ZipEntry, editor)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** XML without a declaration is UTF-8; this one would name the encoding that the part no longer has. */
function withoutDeclaration(utf8: Buffer): Buffer {
  return Buffer.from(utf8.toString().replace(/^\ufeff?<\?xml[^>]*\?>/, ''));
}
