import type { Borders } from '../../grid/grid.js';
import { nameOf } from '../xml/names.js';
import type { XmlTag } from '../xml/xml-scanner.js';
import { addBounded } from './bounded-list.js';
import { type ColorReference, type Palettes, readColor, resolveColor } from './colors.js';

/** Is called for every tag inside one list of the style sheet. */
export interface StyleSection {
  open(element: number, tag: XmlTag): void;
}

const VALUE = nameOf('val');
const COLOR = nameOf('color');

const FONT = nameOf('font');
const BOLD = nameOf('b');
const ITALIC = nameOf('i');
const UNDERLINE = nameOf('u');
const STRIKE = nameOf('strike');

interface Font {
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strikethrough: boolean;
  color: ColorReference | null;
}

export class Fonts implements StyleSection {
  readonly list: Font[] = [];

  open(element: number, tag: XmlTag): void {
    if (element === FONT) {
      const plain = { bold: false, italic: false, underline: false, strikethrough: false, color: null };
      addBounded(this.list, plain, 'fonts');
    }
    const font = this.list.at(-1);
    if (!font) return;
    if (element === BOLD) font.bold = tag.flag(VALUE, true);
    else if (element === ITALIC) font.italic = tag.flag(VALUE, true);
    else if (element === STRIKE) font.strikethrough = tag.flag(VALUE, true);
    else if (element === UNDERLINE) font.underline = tag.text(VALUE) !== 'none';
    else if (element === COLOR) font.color = readColor(tag);
  }
}

const TEXT_COLOR = 1;

/** The theme's text colour is the default one, which nearly all fonts name. */
export function fontColor({ color }: Font, palettes: Palettes): string | null {
  return color?.theme === TEXT_COLOR && color.tint === 0 ? null : resolveColor(color, palettes);
}

const FILL = nameOf('fill');
const PATTERN_FILL = nameOf('patternFill');
const PATTERN_TYPE = nameOf('patternType');
const FOREGROUND = nameOf('fgColor');
const BACKGROUND = nameOf('bgColor');
const GRADIENT_FILL = nameOf('gradientFill');

interface Fill {
  pattern: string;
  foreground: ColorReference | null;
  background: ColorReference | null;
}

export class Fills implements StyleSection {
  readonly list: Fill[] = [];

  open(element: number, tag: XmlTag): void {
    if (element === FILL) {
      addBounded(this.list, { pattern: 'none', foreground: null, background: null }, 'fills');
    }
    const fill = this.list.at(-1);
    if (!fill) return;
    if (element === PATTERN_FILL) fill.pattern = tag.text(PATTERN_TYPE) ?? 'none';
    else if (element === GRADIENT_FILL) fill.pattern = 'gradient';
    else if (element === FOREGROUND) fill.foreground = readColor(tag);
    else if (element === BACKGROUND) fill.background = readColor(tag);
    // The first stop of a gradient stands for all.
    else if (element === COLOR) fill.foreground ??= readColor(tag);
  }
}

/** One colour for a cell: for a pattern it is the background, not the lines. */
export function fillColor({ pattern, foreground, background }: Fill, palettes: Palettes): string | null {
  if (pattern === 'none' || pattern === 'gray125') return null;
  const foregroundColor = resolveColor(foreground, palettes);
  if (pattern === 'solid' || pattern === 'gradient') return foregroundColor;
  return resolveColor(background, palettes) ?? foregroundColor;
}

const BORDER = nameOf('border');
const STYLE = nameOf('style');

/** Strict files use start and end. */
const sides: ReadonlyMap<number, keyof Borders> = new Map([
  [nameOf('left'), 'left'],
  [nameOf('start'), 'left'],
  [nameOf('right'), 'right'],
  [nameOf('end'), 'right'],
  [nameOf('top'), 'top'],
  [nameOf('bottom'), 'bottom'],
]);

export class BorderSets implements StyleSection {
  readonly list: Borders[] = [];

  open(element: number, tag: XmlTag): void {
    if (element === BORDER) {
      addBounded(this.list, { top: null, right: null, bottom: null, left: null }, 'borders');
    }
    const side = sides.get(element);
    const borders = this.list.at(-1);
    if (!side || !borders) return;
    const style = tag.text(STYLE) ?? 'none';
    borders[side] = style === 'none' ? null : style;
  }
}
