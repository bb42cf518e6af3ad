import { escapeXml } from '../write/xml-text.js';
import { nameOf } from '../xml/names.js';
import type { XmlTag } from '../xml/xml-scanner.js';
import { type GrownTable, grownRanges } from './grown-tables.js';
import { withAttribute } from './tag-attributes.js';
import type { XmlEditor, XmlSplicer } from './xml-splicer.js';

const RANGES = nameOf('sqref');
/** Conditional formats and validations, whose ranges are an attribute. */
const ranged = new Set(['conditionalFormatting', 'dataValidation'].map(nameOf));
/** The newer kinds of them, and the element with their ranges. */
const extended = new Set(['x14:conditionalFormatting', 'x14:dataValidation'].map(nameOf));
const EXTENDED_RANGES = nameOf('xm:sqref');

/** Lets conditional formats and validations of a sheet cover the new rows of its tables. */
export class SheetRanges implements XmlEditor {
  readonly #splicer: XmlSplicer;
  readonly #grown: readonly GrownTable[];
  #isExtended = false;
  /** The opening tag of the ranges that are being read. */
  #opened: string | undefined;

  constructor(splicer: XmlSplicer, grown: readonly GrownTable[]) {
    this.#splicer = splicer;
    this.#grown = grown;
  }

  open(name: number, tag: XmlTag): void {
    if (this.#grown.length === 0) return;
    if (ranged.has(name)) this.#change(tag.text(RANGES) ?? '');
    else if (extended.has(name)) this.#isExtended = true;
    else if (name === EXTENDED_RANGES && this.#isExtended) {
      this.#opened = this.#splicer.tag;
      this.#splicer.text.start();
      this.#splicer.drop();
    }
  }

  close(name: number): void {
    if (extended.has(name)) this.#isExtended = false;
    if (name !== EXTENDED_RANGES || this.#opened === undefined) return;
    const ranges = grownRanges(this.#splicer.text.finish(), this.#grown);
    this.#splicer.resume(this.#opened + escapeXml(ranges) + this.#splicer.tag);
    this.#opened = undefined;
  }

  #change(ranges: string): void {
    const grown = grownRanges(ranges, this.#grown);
    if (grown !== ranges) this.#splicer.replaceTag(withAttribute(this.#splicer.tag, 'sqref', grown));
  }
}
