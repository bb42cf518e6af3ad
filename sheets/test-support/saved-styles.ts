import { type CellStyle, plainStyle } from '../src/grid/grid.js';
import { escapeXml } from '../src/xlsx/write/xml-text.js';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** Of the formats that users define. */
const FIRST_OWN_FORMAT = 164;

/** Cell formats as Excel saves them: positions in lists of fonts, fills and borders that many of them share. */
export class SavedStyles {
  readonly #numberFormats = new Map([['General', 0]]);
  readonly #fonts = new Set([fontXml(plainStyle)]);
  readonly #fills = new Set([fillXml(null), '<fill><patternFill patternType="gray125"/></fill>']);
  readonly #borders = new Set([bordersXml(plainStyle.borders)]);
  readonly #formats: string[] = [];

  constructor(styles: readonly CellStyle[]) {
    for (const style of styles) this.#formats.push(this.#formatXml(style));
    // Of a cell that was formatted and then cleared, which looks like one that never was.
    this.#formats.push(this.#formatXml(plainStyle).replace('/>', ' applyFont="1" applyFill="1"/>'));
  }

  /** The format of empty cells that someone once formatted. */
  get cleared(): number {
    return this.#formats.length - 1;
  }

  xml(): string {
    const own = [...this.#numberFormats].filter(([, id]) => id >= FIRST_OWN_FORMAT);
    const formats = own.map(([code, id]) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`);
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="${main}">${
      formats.length > 0 ? listXml('numFmts', formats) : ''
    }${listXml('fonts', [...this.#fonts])}${listXml('fills', [...this.#fills])}${listXml('borders', [
      ...this.#borders,
    ])}<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>${listXml(
      'cellXfs',
      this.#formats,
    )}<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="0"/></styleSheet>`;
  }

  #formatXml(style: CellStyle): string {
    const { align, verticalAlign, indent, wrap } = style;
    const ids = `numFmtId="${this.#numberFormatOf(style.numberFormat)}" fontId="${placeIn(this.#fonts, fontXml(style))}" fillId="${placeIn(this.#fills, fillXml(style.fill))}" borderId="${placeIn(this.#borders, bordersXml(style.borders))}" xfId="0"`;
    const alignment = [
      align && ` horizontal="${align}"`,
      verticalAlign && ` vertical="${verticalAlign}"`,
      indent > 0 && ` indent="${indent}"`,
      wrap && ' wrapText="1"',
    ].filter(Boolean);
    return alignment.length > 0
      ? `<xf ${ids} applyAlignment="1"><alignment${alignment.join('')}/></xf>`
      : `<xf ${ids}/>`;
  }

  #numberFormatOf(code: string): number {
    const known = this.#numberFormats.get(code);
    if (known !== undefined) return known;
    const id = FIRST_OWN_FORMAT + this.#numberFormats.size;
    this.#numberFormats.set(code, id);
    return id;
  }
}

function listXml(name: string, items: readonly string[]): string {
  return `<${name} count="${items.length}">${items.join('')}</${name}>`;
}

function placeIn(list: Set<string>, item: string): number {
  list.add(item);
  return [...list].indexOf(item);
}

function fontXml({ bold, italic, underline, strikethrough, fontColor }: CellStyle): string {
  const marks = [bold && '<b/>', italic && '<i/>', strikethrough && '<strike/>', underline && '<u/>'];
  const color = fontColor ? `rgb="FF${fontColor}"` : 'theme="1"';
  return `<font>${marks.filter(Boolean).join('')}<sz val="11"/><color ${color}/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font>`;
}

function fillXml(color: string | null): string {
  return color
    ? `<fill><patternFill patternType="solid"><fgColor rgb="FF${color}"/><bgColor indexed="64"/></patternFill></fill>`
    : '<fill><patternFill patternType="none"/></fill>';
}

function bordersXml(borders: CellStyle['borders']): string {
  const sides = (['left', 'right', 'top', 'bottom'] as const).map((side) =>
    borders[side] ? `<${side} style="${borders[side]}"><color indexed="64"/></${side}>` : `<${side}/>`,
  );
  return `<border>${sides.join('')}<diagonal/></border>`;
}
