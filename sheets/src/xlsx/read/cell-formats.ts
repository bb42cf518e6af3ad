import type { CellStyle } from '../../grid/grid.js';
import { nameOf } from '../xml/names.js';
import type { XmlTag } from '../xml/xml-scanner.js';
import { addBounded } from './bounded-list.js';
import type { StyleSection } from './style-sections.js';

/** The most that the grid can index. */
const MAX_FORMATS = 65_535;
/** Excel's limit. */
const MAX_INDENT = 250;

const FORMAT = nameOf('xf');
const NUMBER_FORMAT_ID = nameOf('numFmtId');
const FONT_ID = nameOf('fontId');
const FILL_ID = nameOf('fillId');
const BORDER_ID = nameOf('borderId');
const ALIGNMENT = nameOf('alignment');
const HORIZONTAL = nameOf('horizontal');
const VERTICAL = nameOf('vertical');
const INDENT = nameOf('indent');
const WRAP_TEXT = nameOf('wrapText');

/** The meaning of a cell's style index: positions in the other lists, and an alignment of its own. */
interface CellFormat extends Pick<CellStyle, 'align' | 'verticalAlign' | 'indent' | 'wrap'> {
  numberFormatId: number;
  fontId: number;
  fillId: number;
  borderId: number;
}

const aligns = ['left', 'center', 'right', 'fill', 'justify', 'centerContinuous', 'distributed'] as const;
const verticalAligns = ['top', 'center', 'bottom', 'justify', 'distributed'] as const;

function oneOf<T extends string>(known: readonly T[], text: string | undefined): T | null {
  return known.find((value) => value === text) ?? null;
}

/** The flags that say which of these apply are only for Excel's dialogs: Excel shows all of them. */
export class CellFormats implements StyleSection {
  readonly list: CellFormat[] = [];

  open(element: number, tag: XmlTag): void {
    if (element === FORMAT) addBounded(this.list, readFormat(tag), 'cell formats', MAX_FORMATS);
    const format = this.list.at(-1);
    if (element !== ALIGNMENT || !format) return;
    format.align = oneOf(aligns, tag.text(HORIZONTAL));
    format.verticalAlign = oneOf(verticalAligns, tag.text(VERTICAL));
    format.indent = Math.min(tag.integer(INDENT) ?? 0, MAX_INDENT);
    format.wrap = tag.flag(WRAP_TEXT);
  }
}

function readFormat(tag: XmlTag): CellFormat {
  return {
    numberFormatId: tag.integer(NUMBER_FORMAT_ID) ?? 0,
    fontId: tag.integer(FONT_ID) ?? 0,
    fillId: tag.integer(FILL_ID) ?? 0,
    borderId: tag.integer(BORDER_ID) ?? 0,
    align: null,
    verticalAlign: null,
    indent: 0,
    wrap: false,
  };
}
