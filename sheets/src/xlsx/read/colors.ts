import { nameOf } from '../xml/names.js';
import type { XmlTag } from '../xml/xml-scanner.js';
import { addTint } from './tint.js';

/** A colour reference of a style, before the palettes are known. */
export interface ColorReference {
  rgb: string | null;
  indexed: number | null;
  theme: number | null;
  /** From -1, black, to 1, white. */
  tint: number;
}

export interface Palettes {
  theme: readonly string[];
  /** The workbook's replacements for the first of the indexed colours. */
  indexed: readonly (string | null)[];
}

const RGB = nameOf('rgb');
const INDEXED = nameOf('indexed');
const THEME = nameOf('theme');
const TINT = nameOf('tint');
const AUTO = nameOf('auto');

/** Null is the automatic colour. */
export function readColor(tag: XmlTag): ColorReference | null {
  if (tag.flag(AUTO)) return null;
  const tint = Number(tag.text(TINT) ?? 0);
  return {
    rgb: parseRgb(tag.text(RGB)),
    indexed: tag.integer(INDEXED) ?? null,
    theme: tag.integer(THEME) ?? null,
    tint: Number.isFinite(tint) ? Math.max(-1, Math.min(1, tint)) : 0,
  };
}

/** `AARRGGBB`, whose opacity Excel ignores, or `RRGGBB`. */
export function parseRgb(text: string | undefined): string | null {
  return text && /^([0-9a-f]{2})?[0-9a-f]{6}$/i.test(text) ? text.slice(-6).toUpperCase() : null;
}

/** As `RRGGBB`; null for the system's choice. */
export function resolveColor(color: ColorReference | null, palettes: Palettes): string | null {
  if (!color) return null;
  const base = color.rgb ?? themeColor(color, palettes) ?? indexedColor(color, palettes);
  return base && color.tint !== 0 ? addTint(base, color.tint) : base;
}

function themeColor({ theme }: ColorReference, palettes: Palettes): string | null {
  return theme === null ? null : (palettes.theme[theme] ?? null);
}

/** Indexes after the palette (64 and 65) are the system's colours. */
function indexedColor({ indexed }: ColorReference, palettes: Palettes): string | null {
  return indexed === null ? null : (palettes.indexed[indexed] ?? legacyPalette[indexed] ?? null);
}

const basicColors = ['000000', 'FFFFFF', 'FF0000', '00FF00', '0000FF', 'FFFF00', 'FF00FF', '00FFFF'];

/** The 64 colours that spreadsheets had before themes; the basic ones appear twice. */
const legacyPalette: readonly string[] = [
  ...basicColors,
  ...basicColors,
  ...['800000', '008000', '000080', '808000', '800080', '008080', 'C0C0C0', '808080'],
  ...['9999FF', '993366', 'FFFFCC', 'CCFFFF', '660066', 'FF8080', '0066CC', 'CCCCFF'],
  ...['000080', 'FF00FF', 'FFFF00', '00FFFF', '800080', '800000', '008080', '0000FF'],
  ...['00CCFF', 'CCFFFF', 'CCFFCC', 'FFFF99', '99CCFF', 'FF99CC', 'CC99FF', 'FFCC99'],
  ...['3366FF', '33CCCC', '99CC00', 'FFCC00', 'FF9900', 'FF6600', '666699', '969696'],
  ...['003366', '339966', '003300', '333300', '993300', '993366', '333399', '333333'],
];
