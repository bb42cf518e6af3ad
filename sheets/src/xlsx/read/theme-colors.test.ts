import { expect, it } from 'vitest';
import { officePalette, parseThemeColors } from './theme-colors.js';

const paletteOf = (xml: string) => parseThemeColors('theme1.xml', Buffer.from(xml));

it('lists the colours of a theme in the order of cells, light before dark', () => {
  const palette = paletteOf(`<a:theme xmlns:a="x"><a:themeElements><a:clrScheme name="Mine">
    <a:dk1><a:sysClr val="windowText" lastClr="111111"/></a:dk1>
    <a:lt1><a:sysClr val="window" lastClr="fefefe"/></a:lt1>
    <a:dk2><a:srgbClr val="222222"/></a:dk2>
    <a:lt2><a:srgbClr val="EEEEEE"/></a:lt2>
    <a:accent1><a:srgbClr val="a1a1a1"/></a:accent1>
    <a:folHlink><a:srgbClr val="0F0F0F"/></a:folHlink>
  </a:clrScheme></a:themeElements></a:theme>`);
  expect(palette.slice(0, 5)).toEqual(['FEFEFE', '111111', 'EEEEEE', '222222', 'A1A1A1']);
  expect(palette[11]).toBe('0F0F0F');
});

it('keeps the Office colours where the theme has no readable ones', () => {
  expect(paletteOf('<theme/>')).toEqual(officePalette);
  expect(
    paletteOf('<theme><clrScheme><dk1><srgbClr val="red"/></dk1><lt1><sysClr/></lt1></clrScheme></theme>'),
  ).toEqual(officePalette);
});

it('uses only the first scheme', () => {
  const scheme = (color: string) => `<clrScheme><accent1><srgbClr val="${color}"/></accent1></clrScheme>`;
  expect(paletteOf(`<theme>${scheme('AAAAAA')}${scheme('BBBBBB')}</theme>`)[4]).toBe('AAAAAA');
});
