import { cellText } from '../src/xlsx/write/xml-text.js';
import { stringTable } from './xlsx-parts.js';

/** Something that Excel leaves in the table after the last cell with it was deleted. */
const leftBehind = ['left behind', 'deleted'].map((text) => `<si>${textXml(text)}</si>`);

/** The table of texts of a workbook as Excel saves it: plain texts, runs of rich text, and readings of kanji. */
export class SharedTextTable {
  readonly #items = [...leftBehind];
  readonly #indices = new Map<string, number>();
  #uses = 0;

  indexOf(text: string): number {
    this.#uses++;
    let index = this.#indices.get(text);
    if (index === undefined) {
      index = this.#items.push(itemXml(text, this.#indices.size)) - 1;
      this.#indices.set(text, index);
    }
    return index;
  }

  xml(): string {
    return stringTable(this.#items.join(''), `count="${this.#uses}" uniqueCount="${this.#items.length}"`);
  }
}

/** Every third text is rich, and those with kanji tell how they are read. */
function itemXml(text: string, number: number): string {
  const characters = [...text];
  const half = Math.ceil(characters.length / 2);
  const isRich = number % 3 === 1 && characters.length > 1 && !mayBeEscape.test(text);
  const content = isRich
    ? `<r>${textXml(characters.slice(0, half).join(''))}</r><r>${runLook}${textXml(characters.slice(half).join(''))}</r>`
    : textXml(text);
  const kanji = text.search(/\p{Script=Han}/u);
  const reading =
    kanji < 0
      ? ''
      : `<rPh sb="${kanji}" eb="${kanji + 1}"><t>ヨミ</t></rPh><phoneticPr fontId="1" type="noConversion"/>`;
  return `<si>${content}${reading}</si>`;
}

/** What looks like `_x000D_` must not be torn apart. */
const mayBeEscape = /_x|[^\P{Cc}\n\t]/u;

const runLook =
  '<rPr><b/><sz val="11"/><color rgb="FFFF0000"/><rFont val="Calibri"/><family val="2"/><scheme val="minor"/></rPr>';

export function textXml(text: string): string {
  const keepsSpace = /^\s|\s$|[\n\t]|\s\s/.test(text) ? ' xml:space="preserve"' : '';
  return `<t${keepsSpace}>${cellText(text)}</t>`;
}
