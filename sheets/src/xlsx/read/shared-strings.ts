import { tooComplex } from '../../core/file-error.js';
import { gridLimits } from '../../grid/grid-limits.js';
import { decodeText, unescapeCellText } from '../xml/decode-text.js';
import { nameOf } from '../xml/names.js';
import type { FastLane, XmlHandler, XmlScanner } from '../xml/xml-scanner.js';

const STRING_ITEM = nameOf('si');
const TEXT = nameOf('t');
const PHONETIC_RUN = nameOf('rPh');
const LESS_THAN = 0x3c;
/** Nearly all items are written so, whether or not spaces are kept. */
const itemStarts = ['<si><t>', '<si><t xml:space="preserve">'].map((start) => Buffer.from(start));
const ITEM_END = Buffer.from('</t></si>');

/**
 * Collects the strings that cells refer to by number; runs of rich text are joined, phonetic readings left
 * out.
 */
export class SharedStrings implements XmlHandler, FastLane {
  readonly texts: string[] = [];
  readonly #scanner: XmlScanner;
  readonly #text: RichText;

  constructor(scanner: XmlScanner) {
    this.#scanner = scanner;
    this.#text = new RichText();
  }

  open(name: number): void {
    if (name === STRING_ITEM) {
      this.#text.clear();
      this.#scanner.lane = undefined;
    } else this.#scanner.capturing = this.#text.open(name);
  }

  close(name: number): void {
    this.#scanner.capturing = false;
    if (name !== STRING_ITEM) {
      this.#text.close(name);
      return;
    }
    this.#add(this.#text.value);
    this.#scanner.lane = this;
  }

  /** Plain items, from the second on. */
  pass(bytes: Buffer, start: number): number {
    let itemAt = start;
    for (;;) {
      const textAt = pastItemStart(bytes, itemAt);
      if (textAt < 0) return itemAt;
      let end = textAt;
      while (end < bytes.length && bytes[end] !== LESS_THAN) end++;
      if (!isAt(ITEM_END, bytes, end)) return itemAt;
      this.#add(cellText(bytes, textAt, end, false));
      itemAt = end + ITEM_END.length;
    }
  }

  #add(text: string): void {
    if (this.texts.push(text) > gridLimits.cells) throw tooComplex('file-many-texts');
  }

  text(bytes: Buffer, from: number, to: number, literal: boolean): void {
    this.#text.add(bytes, from, to, literal);
  }
}

/** The text of an element that contains `t` directly or in runs. */
export class RichText {
  #value = '';
  #phonetic = false;

  get value(): string {
    return this.#value;
  }

  clear(): void {
    this.#value = '';
    this.#phonetic = false;
  }

  /** Returns whether the text that follows belongs to it. */
  open(name: number): boolean {
    if (name === PHONETIC_RUN) this.#phonetic = true;
    return name === TEXT && !this.#phonetic;
  }

  close(name: number): void {
    if (name === PHONETIC_RUN) this.#phonetic = false;
  }

  add(bytes: Buffer, from: number, to: number, literal: boolean): void {
    const text = cellText(bytes, from, to, literal);
    this.#value = this.#value === '' ? text : this.#value + text;
  }
}

function cellText(bytes: Buffer, from: number, to: number, literal: boolean): string {
  return unescapeCellText(decodeText(bytes, from, to, literal));
}

/** Where the text of a plain item begins, else -1. */
function pastItemStart(bytes: Buffer, at: number): number {
  for (const start of itemStarts) if (isAt(start, bytes, at)) return at + start.length;
  return -1;
}

function isAt(markup: Buffer, bytes: Buffer, at: number): boolean {
  if (at + markup.length > bytes.length) return false;
  for (let i = 0; i < markup.length; i++) if (bytes[at + i] !== markup[i]) return false;
  return true;
}
