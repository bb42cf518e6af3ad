import type { Tone } from './types.js';

/** The colours of the page, as a canvas takes them. */
export interface Palette {
  font: string;
  text: string;
  soft: string;
  line: string;
  surface: string;
  sunken: string;
  accent: string;
  selected: string;
  tones: Record<Tone, { soft: string; strong: string }>;
}

/** A canvas knows neither variables nor `light-dark()`, so an element of the page is asked what they come to. */
export function paletteOf(element: HTMLElement): Palette {
  const style = getComputedStyle(element);
  const before = element.style.color;
  const colour = (token: string): string => {
    element.style.color = `var(--${token})`;
    return style.color;
  };
  const tone = (name: string) => ({ soft: colour(`${name}-soft`), strong: colour(name) });
  const palette: Palette = {
    font: style.fontFamily,
    text: colour('text'),
    soft: colour('text-soft'),
    line: colour('line'),
    surface: colour('surface'),
    sunken: colour('surface-sunken'),
    accent: colour('accent'),
    selected: colour('accent-soft'),
    tones: { good: tone('accent'), info: tone('info'), warning: tone('warning'), bad: tone('danger') },
  };
  element.style.color = before;
  return palette;
}
