import { decodeText } from './decode-text.js';
import type { XmlScanner } from './xml-scanner.js';

/** Collects the text of one element at a time. */
export class ElementText {
  readonly #scanner: XmlScanner;
  #text = '';

  constructor(scanner: XmlScanner) {
    this.#scanner = scanner;
  }

  start(): void {
    this.#text = '';
    this.#scanner.capturing = true;
  }

  /** Serves as the `text` of an `XmlHandler`. */
  readonly add = (bytes: Buffer, from: number, to: number, literal: boolean): void => {
    this.#text += decodeText(bytes, from, to, literal);
  };

  finish(): string {
    const text = this.#text;
    this.#text = '';
    this.#scanner.capturing = false;
    return text;
  }
}
