import { describe, expect, it } from 'vitest';
import { scanBytes } from '../xml/scan-part.js';
import { type ColorReference, readColor, resolveColor } from './colors.js';
import { officePalette } from './theme-colors.js';

function colorOf(xml: string, indexed: (string | null)[] = []): string | null {
  let color: ColorReference | null = null;
  scanBytes('styles.xml', Buffer.from(xml), () => ({
    open(_, tag) {
      color = readColor(tag);
    },
    close() {},
    text() {},
  }));
  return resolveColor(color, { theme: officePalette, indexed });
}

describe('a colour', () => {
  it.each([
    ['<color rgb="FFff8000"/>', 'FF8000'],
    ['<color rgb="00FF8000"/>', 'FF8000'],
    ['<color rgb="FF8000"/>', 'FF8000'],
    ['<color rgb="orange"/>', null],
    ['<color auto="1"/>', null],
    ['<color/>', null],
    ['<color indexed="2"/>', 'FF0000'],
    ['<color indexed="10"/>', 'FF0000'],
    ['<color indexed="63"/>', '333333'],
    ['<color indexed="64"/>', null],
    ['<color theme="0"/>', 'FFFFFF'],
    ['<color theme="4"/>', '4472C4'],
    ['<color theme="99"/>', null],
  ])('%s is %s', (xml, expected) => {
    expect(colorOf(xml)).toBe(expected);
  });

  it('comes from the palette of the workbook if it has one', () => {
    expect(colorOf('<color indexed="1"/>', ['123456', '654321'])).toBe('654321');
    expect(colorOf('<color indexed="2"/>', ['123456', '654321'])).toBe('FF0000');
  });
});

describe('a tint', () => {
  // As the colour picker of Excel shows them for the Office theme.
  it.each([
    ['<color theme="0" tint="-0.14999847407452621"/>', 'D9D9D9'],
    ['<color theme="1" tint="0.499984740745262"/>', '7F7F7F'],
    ['<color theme="4" tint="0.79998168889431442"/>', 'DAE3F3'],
    ['<color theme="4" tint="-0.249977111117893"/>', '2F5597'],
    ['<color rgb="FF336699" tint="-1"/>', '000000'],
    ['<color rgb="FF336699" tint="7"/>', 'FFFFFF'],
    ['<color rgb="FF336699" tint="much"/>', '336699'],
  ])('%s is %s', (xml, expected) => {
    expect(colorOf(xml)).toBe(expected);
  });
});
