import { builtinFormatId } from '../builtin-formats.js';
import type { CellLook } from './cell-look.js';
import { MAIN, XML } from './package-parts.js';
import type { NumberMeaning } from './workbook-content.js';
import { escapeXml } from './xml-text.js';

/** The formats that every workbook has. */
export const Format = { number: 0, heading: 1, date: 2, timestamp: 3, time: 4 } as const;

const usualCodes = { date: 'yyyy\\-mm\\-dd', timestamp: 'yyyy\\-mm\\-dd\\ hh:mm:ss', time: 'hh:mm:ss' };

/** The format code of numbers that have no other. */
export function usualCode(meaning: NumberMeaning): string {
  return meaning === 'number' ? 'General' : usualCodes[meaning];
}

/** Below Excel's limits for one workbook; beyond these a style is left out. */
const most = { formats: 60_000, numberFormats: 200, fonts: 500, fills: 20_000, borders: 500 };

const FIRST_NUMBER_FORMAT = 164;
const HEADING_FILL = '#E7E6E6';
/** The font and fill of headings, by their places in the style sheet. */
const HEADING = { font: 1, fill: 2 };
const SIZE = 11;

/** Unique entries of the style sheet; `undefined` where the limit is reached. */
class Entries {
  readonly list: string[];
  readonly #indexes: Map<string, number>;

  constructor(
    given: string[],
    private readonly most: number,
  ) {
    this.list = [...given];
    this.#indexes = new Map(given.map((entry, index) => [entry, index]));
  }

  indexOf(entry: string): number | undefined {
    const known = this.#indexes.get(entry);
    if (known !== undefined || this.list.length >= this.most) return known;
    this.#indexes.set(entry, this.list.length);
    return this.list.push(entry) - 1;
  }
}

/** The formats of a workbook's cells, collected while its sheets are written. */
export class StyleSheet {
  readonly #numberFormats = new Entries(Object.values(usualCodes), most.numberFormats);
  readonly #fonts = new Entries([fontOf({}), fontOf({ bold: true })], most.fonts);
  readonly #fills = new Entries(
    [
      '<fill><patternFill patternType="none"/></fill>',
      '<fill><patternFill patternType="gray125"/></fill>',
      solidFill(HEADING_FILL),
    ],
    most.fills,
  );
  readonly #borders = new Entries([borderOf({})], most.borders);
  readonly #formats = new Entries(
    [
      xf({}),
      xf(HEADING),
      ...Object.keys(usualCodes).map((_, i) => xf({ numberFormat: FIRST_NUMBER_FORMAT + i })),
    ],
    most.formats,
  );

  /** The format for numbers of a meaning with this look. */
  format(meaning: NumberMeaning, look: CellLook): number {
    const format = xf({
      numberFormat: this.#numberFormat(look.numberFormat) ?? this.#usualFormat(meaning),
      font: this.#fonts.indexOf(fontOf(look)),
      fill: look.background ? this.#fills.indexOf(solidFill(look.background)) : undefined,
      border: this.#borders.indexOf(borderOf(look)),
      alignment: look,
    });
    return this.#formats.indexOf(format) ?? Format[meaning];
  }

  /** The format for headings of several lines. */
  wrappedHeading(): number {
    return this.#formats.indexOf(xf({ ...HEADING, alignment: { wrap: true } })) ?? Format.heading;
  }

  xml(): string {
    const formats = this.#numberFormats.list.map(
      (code, i) => `<numFmt numFmtId="${FIRST_NUMBER_FORMAT + i}" formatCode="${escapeXml(code)}"/>`,
    );
    return `${XML}<styleSheet xmlns="${MAIN}">${counted('numFmts', formats)}\
${counted('fonts', this.#fonts.list)}${counted('fills', this.#fills.list)}\
${counted('borders', this.#borders.list)}\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
${counted('cellXfs', this.#formats.list)}\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
  }

  #numberFormat(code: string | undefined): number | undefined {
    if (code === undefined) return undefined;
    if (/^general$/i.test(code)) return 0;
    const builtin = builtinFormatId(code);
    if (builtin !== undefined) return builtin;
    const index = this.#numberFormats.indexOf(code);
    return index === undefined ? undefined : FIRST_NUMBER_FORMAT + index;
  }

  #usualFormat(meaning: NumberMeaning): number | undefined {
    return meaning === 'number' ? undefined : this.#numberFormat(usualCodes[meaning]);
  }
}

/** The schema requires the size, then the colour, then the name. */
function fontOf({ bold, italic, underline, color, size = SIZE }: CellLook): string {
  const marks = `${bold ? '<b/>' : ''}${italic ? '<i/>' : ''}${underline ? '<u/>' : ''}`;
  const ink = color ? `<color rgb="${argb(color)}"/>` : '';
  return `<font>${marks}<sz val="${size}"/>${ink}<name val="Calibri"/></font>`;
}

function borderOf({ lineAbove, lineBelow }: CellLook): string {
  const line = (side: string, color: string | undefined) =>
    color ? `<${side} style="thin"><color rgb="${argb(color)}"/></${side}>` : `<${side}/>`;
  return `<border><left/><right/>${line('top', lineAbove)}${line('bottom', lineBelow)}<diagonal/></border>`;
}

function solidFill(color: string): string {
  return `<fill><patternFill patternType="solid"><fgColor rgb="${argb(color)}"/><bgColor indexed="64"/></patternFill></fill>`;
}

interface FormatParts {
  numberFormat?: number | undefined;
  font?: number | undefined;
  fill?: number | undefined;
  border?: number | undefined;
  alignment?: Pick<CellLook, 'align' | 'verticalAlign' | 'wrap' | 'indent'>;
}

function xf({ numberFormat = 0, font = 0, fill = 0, border = 0, alignment = {} }: FormatParts): string {
  const { align, verticalAlign, wrap, indent } = alignment;
  const aligned =
    (align ? ` horizontal="${align}"` : '') +
    (verticalAlign ? ` vertical="${verticalAlign}"` : '') +
    (wrap ? ' wrapText="1"' : '') +
    (align && align !== 'center' && indent ? ` indent="${indent}"` : '');
  const applied =
    (numberFormat ? ' applyNumberFormat="1"' : '') +
    (font ? ' applyFont="1"' : '') +
    (fill ? ' applyFill="1"' : '') +
    (border ? ' applyBorder="1"' : '') +
    (aligned ? ' applyAlignment="1"' : '');
  const inner = aligned ? `><alignment${aligned}/></xf>` : '/>';
  return `<xf numFmtId="${numberFormat}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"${applied}${inner}`;
}

function counted(name: string, entries: string[]): string {
  return `<${name} count="${entries.length}">${entries.join('')}</${name}>`;
}

function argb(color: string): string {
  return `FF${color.slice(1).toUpperCase()}`;
}
