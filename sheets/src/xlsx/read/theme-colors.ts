import { nameOf } from '../xml/names.js';
import { scanBytes } from '../xml/scan-part.js';

/** The colours of the Office theme, in the order that cells use. */
export const officePalette: readonly string[] = [
  ...['FFFFFF', '000000', 'E7E6E6', '44546A'],
  ...['4472C4', 'ED7D31', 'A5A5A5', 'FFC000', '5B9BD5', '70AD47'],
  ...['0563C1', '954F72'],
];

/** Cells list light before dark; the theme lists dark first. */
const slots = new Map(
  ['lt1', 'dk1', 'lt2', 'dk2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6']
    .concat('hlink', 'folHlink')
    .map((name, index) => [nameOf(name), index]),
);

const COLOR_SCHEME = nameOf('clrScheme');
const RGB_COLOR = nameOf('srgbClr');
const SYSTEM_COLOR = nameOf('sysClr');
const VALUE = nameOf('val');
const LAST_COLOR = nameOf('lastClr');

/** The palette that `theme` attributes index, as `RRGGBB`. */
export function parseThemeColors(name: string, bytes: Buffer): readonly string[] {
  const palette = [...officePalette];
  let inScheme = false;
  let schemesSeen = 0;
  let slot: number | undefined;
  scanBytes(name, bytes, () => ({
    open(element, tag) {
      // Further schemes are alternatives.
      if (element === COLOR_SCHEME) inScheme = schemesSeen++ === 0;
      if (!inScheme) return;
      slot = slots.get(element) ?? slot;
      if (slot === undefined) return;
      const color =
        element === RGB_COLOR ? tag.text(VALUE) : element === SYSTEM_COLOR ? tag.text(LAST_COLOR) : undefined;
      if (color && /^[0-9a-f]{6}$/i.test(color)) palette[slot] = color.toUpperCase();
    },
    close(element) {
      if (element === COLOR_SCHEME) inScheme = false;
      if (slots.has(element)) slot = undefined;
    },
    text() {},
  }));
  return palette;
}
