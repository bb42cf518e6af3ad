import { tooComplex } from '../../core/file-error.js';
import { gridLimits } from '../../grid/grid-limits.js';
import { decodeText, unescapeCellText } from '../xml/decode-text.js';
import { nameOf } from '../xml/names.js';
import type { XmlHandler, XmlScanner } from '../xml/xml-scanner.js';

const STRING_ITEM = nameOf('si');
const TEXT = nameOf('t');
const PHONETIC_RUN = nameOf('rPh');

/**
 * Collects the strings that cells refer to by number; runs of rich text are joined, phonetic readings left
 * out.
 */
export class SharedStrings implements XmlHandler {
  readonly texts: string[] = [];
  readonly #scanner: XmlScanner;
  readonly #text: RichText;

  constructor(scanner: XmlScanner) {
    this.#scanner = scanner;
    this.#text = new RichText();
  }

  open(name: number): void {
    if (name === STRING_ITEM) this.#text.clear();
    else this.#scanner.capturing = this.#text.open(name);
  }

  close(name: number): void {
    this.#scanner.capturing = false;
    if (name !== STRING_ITEM) this.#text.close(name);
    else if (this.texts.push(this.#text.value) > gridLimits.cells) throw tooComplex('file-many-texts');
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
    const text = unescapeCellText(decodeText(bytes, from, to, literal));
    this.#value = this.#value === '' ? text : this.#value + text;
  }
}
