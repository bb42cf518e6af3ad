import { isDateFormat } from '../../grid/format-kind.js';
import { parseStyles } from '../read/styles.js';
import { officePalette } from '../read/theme-colors.js';
import type { NumberMeaning } from '../write/workbook-content.js';
import { nameOf } from '../xml/names.js';
import { withAttribute } from './tag-attributes.js';
import { spliceBytes, type XmlEditor, type XmlSplicer } from './xml-splicer.js';

/** Formats that Excel knows by number and shows in the reader's locale. */
const formatIds: Record<Exclude<NumberMeaning, 'number'>, number> = { date: 14, time: 21, timestamp: 22 };
/** Excel's limit. */
const MAX_FORMATS = 65_000;

const CELL_FORMATS = nameOf('cellXfs');
const FORMAT = nameOf('xf');

/** The cell formats of a workbook, and those derived from them to show numbers as dates. */
export class DateStyles {
  /** Each as written in the file. */
  readonly #formats: readonly string[];
  readonly #showsDates: readonly boolean[];
  readonly #added = new Map<string, number>();

  private constructor(formats: readonly string[], showsDates: readonly boolean[]) {
    this.#formats = formats;
    this.#showsDates = showsDates;
  }

  /** A workbook without a style sheet has no formats to derive others from. */
  static async read(name: string, bytes: Buffer | undefined): Promise<DateStyles> {
    if (!bytes) return new DateStyles([], []);
    const formats: string[] = [];
    await spliceBytes(name, bytes, (splicer) => collectFormats(splicer, formats));
    const styles = parseStyles(name, bytes, officePalette);
    return new DateStyles(
      formats,
      styles.map(({ numberFormat }) => isDateFormat(numberFormat)),
    );
  }

  get hasAdded(): boolean {
    return this.#added.size > 0;
  }

  /** The given style, changed only to show a number as its meaning. */
  showing(meaning: NumberMeaning, style: number): number {
    const format = this.#formats[style];
    if (meaning === 'number' || format === undefined || this.#showsDates[style]) return style;
    const dated = format.replace(/^<[^>]*>/, (tag) =>
      withAttribute(withAttribute(tag, 'numFmtId', String(formatIds[meaning])), 'applyNumberFormat', '1'),
    );
    const known = this.#added.get(dated);
    if (known !== undefined) return known;
    const index = this.#formats.length + this.#added.size;
    if (index >= MAX_FORMATS) return style;
    this.#added.set(dated, index);
    return index;
  }

  /** The style sheet with the new formats appended, so that all others keep their number. */
  async addTo(name: string, bytes: Buffer): Promise<Buffer> {
    const count = String(this.#formats.length + this.#added.size);
    return await spliceBytes(name, bytes, (splicer) => ({
      open(element) {
        if (element === CELL_FORMATS) splicer.replaceTag(withAttribute(splicer.tag, 'count', count));
      },
      close: (element) => {
        if (element === CELL_FORMATS) splicer.insertBefore([...this.#added.keys()].join(''));
      },
    }));
  }
}

function collectFormats(splicer: XmlSplicer, formats: string[]): XmlEditor {
  let inFormats = false;
  let format: string | undefined;
  return {
    open(element) {
      if (element === CELL_FORMATS) inFormats = true;
      else if (inFormats && element === FORMAT) format = '';
      if (format !== undefined) format += splicer.tag;
    },
    close(element) {
      if (element === CELL_FORMATS) inFormats = false;
      if (format === undefined) return;
      if (!splicer.isEmptyElement) format += splicer.tag;
      if (element !== FORMAT) return;
      formats.push(format);
      format = undefined;
    },
  };
}
