import { tooComplex } from '../../core/file-error.js';
import { type CellStyle, plainStyle } from '../../grid/grid.js';
import { numberFormatOf } from '../builtin-formats.js';
import { nameOf } from '../xml/names.js';
import { scanBytes } from '../xml/scan-part.js';
import { addBounded } from './bounded-list.js';
import { CellFormats } from './cell-formats.js';
import { parseRgb } from './colors.js';
import { BorderSets, Fills, Fonts, fillColor, fontColor, type StyleSection } from './style-sections.js';

const NUMBER_FORMAT = nameOf('numFmt');
const NUMBER_FORMAT_ID = nameOf('numFmtId');
const FORMAT_CODE = nameOf('formatCode');
const RGB_COLOR = nameOf('rgbColor');
const RGB = nameOf('rgb');
/** Far beyond Excel's limit, which is some hundreds. */
const MAX_NUMBER_FORMATS = 65_535;

/** The style for each index that cells name, at least one; `theme` is the palette of the workbook's theme. */
export function parseStyles(name: string, bytes: Buffer, theme: readonly string[]): readonly CellStyle[] {
  const numberFormats = new Map<number, string>();
  const indexedColors: (string | null)[] = [];
  const fonts = new Fonts();
  const fills = new Fills();
  const borders = new BorderSets();
  const formats = new CellFormats();
  scanSections(
    name,
    bytes,
    new Map<number, StyleSection>([
      [nameOf('numFmts'), numberFormatSection(numberFormats)],
      [nameOf('fonts'), fonts],
      [nameOf('fills'), fills],
      [nameOf('borders'), borders],
      [nameOf('cellXfs'), formats],
      [nameOf('indexedColors'), indexedColorSection(indexedColors)],
    ]),
  );

  // Only now, because the palette comes last in the part.
  const palettes = { theme, indexed: indexedColors };
  const fontLooks = fonts.list.map((font) => ({
    bold: font.bold,
    italic: font.italic,
    underline: font.underline,
    strikethrough: font.strikethrough,
    fontColor: fontColor(font, palettes),
  }));
  const fillColors = fills.list.map((fill) => fillColor(fill, palettes));
  const styles = formats.list.map((format) => ({
    ...plainStyle,
    ...fontLooks[format.fontId],
    numberFormat: numberFormatOf(format.numberFormatId, numberFormats),
    fill: fillColors[format.fillId] ?? null,
    borders: borders.list[format.borderId] ?? plainStyle.borders,
    align: format.align,
    verticalAlign: format.verticalAlign,
    indent: format.indent,
    wrap: format.wrap,
  }));
  return styles.length > 0 ? styles : [plainStyle];
}

/** Tags go to the section around them; others, such as the differential formats, are ignored. */
function scanSections(name: string, bytes: Buffer, sections: ReadonlyMap<number, StyleSection>): void {
  let current: StyleSection | undefined;
  scanBytes(name, bytes, () => ({
    open(element, tag) {
      if (current) current.open(element, tag);
      else current = sections.get(element);
    },
    close(element) {
      if (sections.has(element)) current = undefined;
    },
    text() {},
  }));
}

function numberFormatSection(codes: Map<number, string>): StyleSection {
  return {
    open(element, tag) {
      const id = tag.integer(NUMBER_FORMAT_ID);
      const code = tag.text(FORMAT_CODE);
      if (element === NUMBER_FORMAT && id !== undefined && code !== undefined) codes.set(id, code);
      if (codes.size > MAX_NUMBER_FORMATS) throw tooComplex('file-many-number-formats');
    },
  };
}

function indexedColorSection(colors: (string | null)[]): StyleSection {
  return {
    open(element, tag) {
      if (element === RGB_COLOR) addBounded(colors, parseRgb(tag.text(RGB)), 'indexed colours');
    },
  };
}
