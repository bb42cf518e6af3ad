import { damaged, type FileError, tooComplex, type XmlFault } from '../../core/file-error.js';
import { decodeAttribute } from './decode-text.js';
import { addToName, emptyName } from './names.js';
import { parseInteger } from './parse-number.js';

/** For one tag, or the text between two tags. */
const MAX_TOKEN_BYTES = 64 * 2 ** 20;

/**
 * Receives the content of a part as it arrives. Elements in the namespace of the root have their local name
 * (`nameOf('row')`), others keep their prefix (`nameOf('dc:title')`), whatever prefix the root has.
 */
export interface XmlHandler {
  open(name: number, tag: XmlTag): void;
  close(name: number): void;
  /** Called while `capturing`, perhaps several times for one element; `literal` text has no entities. */
  text(bytes: Buffer, from: number, to: number, literal: boolean): void;
}

/**
 * The attributes of the tag that was just opened. Those with a prefix (`r:id`) are distinct from those
 * without.
 */
export interface XmlTag {
  text(name: number): string | undefined;
  prefixedText(name: number): string | undefined;
  integer(name: number): number | undefined;
  /** `1` and `true`, or `fallback` where the attribute is absent. */
  flag(name: number, fallback?: boolean): boolean;
  /** For the few places that run millions of times. */
  readonly bytes: Buffer;
  readonly attributeCount: number;
  readonly attributeNames: Int32Array;
  readonly valueStarts: Int32Array;
  readonly valueEnds: Int32Array;
}

/**
 * Reads frequent elements faster than tag by tag; returns the position up to which it understood the bytes.
 */
export interface FastLane {
  pass(bytes: Buffer, at: number): number;
}

/** So that rests of any usual length fit. */
const JOINED_SLACK = 2 ** 12;
const MAX_ATTRIBUTES = 256;
const COLON = 0x3a;
const LESS_THAN = 0x3c;
const EQUALS = 0x3d;
const GREATER_THAN = 0x3e;
const SLASH = 0x2f;

/** Scans UTF-8 XML chunk by chunk: no tree, strings only on request, memory for one token. */
export class XmlScanner implements XmlTag {
  /** Whether the text that follows is needed. */
  capturing = false;
  /** Tried before each tag while it is set. */
  lane: FastLane | undefined;
  bytes: Buffer = Buffer.alloc(0);
  /** Where in `bytes` the current tag begins and ends. */
  tagStart = 0;
  tagEnd = 0;
  attributeCount = 0;
  readonly attributeNames = new Int32Array(MAX_ATTRIBUTES);
  readonly valueStarts = new Int32Array(MAX_ATTRIBUTES);
  readonly valueEnds = new Int32Array(MAX_ATTRIBUTES);
  readonly #prefixed = new Uint8Array(MAX_ATTRIBUTES);
  readonly #handler: XmlHandler;
  readonly #part: string;
  #homePrefix: number | undefined;
  #depth = 0;
  #rest: Buffer | undefined;
  #room: Buffer = Buffer.alloc(0);

  constructor(part: string, handler: (scanner: XmlScanner) => XmlHandler) {
    this.#part = part;
    this.#handler = handler(this);
  }

  /** What `bytes` holds is good until the next call. */
  push(chunk: Buffer): void {
    const bytes = this.#rest ? this.#joined(this.#rest, chunk) : chunk;
    this.bytes = bytes;
    const consumed = this.#scan(bytes);
    // A copy: the chunk may be reused, and a slice would keep all of it in memory.
    this.#rest = consumed < bytes.length ? Buffer.from(bytes.subarray(consumed)) : undefined;
    if (this.#rest && this.#rest.length > MAX_TOKEN_BYTES) {
      throw tooComplex('xml-long-piece', { part: this.#part });
    }
  }

  /** In the same memory each time: chunks are large, and new memory for each costs more than copying. */
  #joined(rest: Buffer, chunk: Buffer): Buffer {
    const length = rest.length + chunk.length;
    if (this.#room.length < length) this.#room = Buffer.allocUnsafeSlow(length + JOINED_SLACK);
    rest.copy(this.#room);
    chunk.copy(this.#room, rest.length);
    return this.#room.subarray(0, length);
  }

  /** How many bytes at the end of `bytes` wait for the rest of their token. */
  get unread(): number {
    return this.#rest?.length ?? 0;
  }

  end(): void {
    if (this.#depth !== 0 || this.#homePrefix === undefined) throw this.#broken('cut-short');
  }

  text(name: number): string | undefined {
    return this.#attribute(name, 0);
  }

  prefixedText(name: number): string | undefined {
    return this.#attribute(name, 1);
  }

  integer(name: number): number | undefined {
    const index = this.#indexOf(name, 0);
    if (index < 0) return undefined;
    const value = parseInteger(
      this.bytes,
      this.valueStarts[index] as number,
      this.valueEnds[index] as number,
    );
    return value < 0 ? undefined : value;
  }

  flag(name: number, fallback = false): boolean {
    const value = this.text(name)?.trim();
    return value === undefined ? fallback : value === '1' || value === 'true' || value === 'on';
  }

  #attribute(name: number, prefixed: number): string | undefined {
    const index = this.#indexOf(name, prefixed);
    if (index < 0) return undefined;
    return decodeAttribute(this.bytes, this.valueStarts[index] as number, this.valueEnds[index] as number);
  }

  #indexOf(name: number, prefixed: number): number {
    for (let i = 0; i < this.attributeCount; i++) {
      if (this.attributeNames[i] === name && this.#prefixed[i] === prefixed) return i;
    }
    return -1;
  }

  /**
   * Returns the position up to which the bytes were understood; a token that continues in the next chunk is
   * left.
   */
  #scan(bytes: Buffer): number {
    const { length } = bytes;
    let at = 0;
    for (;;) {
      if (this.lane) at = this.lane.pass(bytes, at);
      let tagAt = at;
      while (tagAt < length && bytes[tagAt] !== LESS_THAN) tagAt++;
      if (tagAt === length) return this.capturing ? at : length;
      if (this.capturing && tagAt > at) this.#handler.text(bytes, at, tagAt, false);
      this.tagStart = tagAt;
      const next = this.#scanTag(bytes, tagAt + 1);
      if (next < 0) return tagAt;
      at = next;
    }
  }

  /** Returns where the tag ends, or -1 if its end has not arrived yet. */
  #scanTag(bytes: Buffer, at: number): number {
    switch (bytes[at]) {
      case undefined:
        return -1;
      case SLASH:
        return this.#scanClosing(bytes, at + 1);
      case 0x21:
        return this.#scanMarked(bytes, at);
      case 0x3f:
        return past(bytes, '?>', at);
      default:
        return this.#scanOpening(bytes, at);
    }
  }

  #scanOpening(bytes: Buffer, start: number): number {
    const { length } = bytes;
    let at = start;
    let name = emptyName;
    for (; at < length; at++) {
      const byte = bytes[at] as number;
      if (byte <= 0x20 || byte === SLASH || byte === GREATER_THAN) break;
      if (byte === COLON) {
        this.#homePrefix ??= name;
        name = name === this.#homePrefix ? emptyName : addToName(name, byte);
      } else {
        name = addToName(name, byte);
      }
    }
    const end = this.#scanAttributes(bytes, at);
    if (end < 0) return -1;
    this.#homePrefix ??= emptyName;
    this.tagEnd = end + 1;
    this.#handler.open(name, this);
    if (bytes[end - 1] === SLASH) this.#handler.close(name);
    else this.#depth++;
    return end + 1;
  }

  /** Returns the position of the tag's `>`, or -1. */
  #scanAttributes(bytes: Buffer, start: number): number {
    const { length } = bytes;
    let at = start;
    let count = 0;
    for (;;) {
      while (at < length && ((bytes[at] as number) <= 0x20 || bytes[at] === SLASH)) at++;
      if (at >= length) return -1;
      if (bytes[at] === GREATER_THAN) break;
      let name = emptyName;
      let prefixed = 0;
      for (; at < length; at++) {
        const byte = bytes[at] as number;
        if (byte === EQUALS || byte <= 0x20) break;
        if (byte === GREATER_THAN || byte === LESS_THAN) throw this.#broken('no-value');
        if (byte === COLON) {
          prefixed = 1;
          name = emptyName;
        } else {
          name = addToName(name, byte);
        }
      }
      while (at < length && ((bytes[at] as number) <= 0x20 || bytes[at] === EQUALS)) at++;
      if (at >= length) return -1;
      const quote = bytes[at] as number;
      if (quote !== 0x22 && quote !== 0x27) throw this.#broken('no-quotes');
      const from = ++at;
      while (at < length && bytes[at] !== quote) at++;
      if (at >= length) return -1;
      if (count === MAX_ATTRIBUTES) throw tooComplex('xml-many-attributes', { part: this.#part });
      this.attributeNames[count] = name;
      this.#prefixed[count] = prefixed;
      this.valueStarts[count] = from;
      this.valueEnds[count] = at;
      count++;
      at++;
    }
    this.attributeCount = count;
    return at;
  }

  #scanClosing(bytes: Buffer, start: number): number {
    const { length } = bytes;
    let name = emptyName;
    for (let at = start; at < length; at++) {
      const byte = bytes[at] as number;
      if (byte === GREATER_THAN) {
        if (--this.#depth < 0) throw this.#broken('closed-twice');
        this.tagEnd = at + 1;
        this.#handler.close(name);
        return at + 1;
      }
      if (byte === COLON) name = name === this.#homePrefix ? emptyName : addToName(name, byte);
      else if (byte > 0x20) name = addToName(name, byte);
    }
    return -1;
  }

  /** A comment is skipped, CDATA is text; a document type, which could declare entities, is refused. */
  #scanMarked(bytes: Buffer, at: number): number {
    if (bytes.length - at < 8) return -1;
    const start = bytes.toString('latin1', at, at + 8);
    if (start.startsWith('!--')) return past(bytes, '-->', at + 3);
    if (start !== '![CDATA[') {
      throw damaged('xml-document-type', { part: this.#part });
    }
    const end = past(bytes, ']]>', at + 8);
    if (end >= 0 && this.capturing) this.#handler.text(bytes, at + 8, end - 3, true);
    return end;
  }

  #broken(fault: XmlFault): FileError {
    return damaged('xml-malformed', { part: this.#part, fault });
  }
}

function past(bytes: Buffer, mark: string, from: number): number {
  const found = bytes.indexOf(mark, from, 'latin1');
  return found < 0 ? -1 : found + mark.length;
}
