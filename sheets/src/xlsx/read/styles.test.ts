import { describe, expect, it } from 'vitest';
import { plainStyle } from '../../grid/grid.js';
import { parseStyles } from './styles.js';
import { officePalette } from './theme-colors.js';

const stylesOf = (content: string) =>
  parseStyles('styles.xml', Buffer.from(`<styleSheet>${content}</styleSheet>`), officePalette);

/** The styles of cells whose formats refer to `lists` by the given attributes. */
const withFormats = (lists: string, ...attributes: string[]) =>
  stylesOf(`${lists}<cellXfs>${attributes.map((some) => `<xf ${some}/>`).join('')}</cellXfs>`);

it('has one default style where the part says nothing', () => {
  expect(stylesOf('')).toEqual([plainStyle]);
  expect(stylesOf('<cellXfs count="4000000000"/>')).toEqual([plainStyle]);
});

it('falls back to the default look where an index is out of range', () => {
  const [style] = withFormats('', 'numFmtId="9999" fontId="9" fillId="-1" borderId="999999999999999999"');
  expect(style).toEqual(plainStyle);
});

it('takes number formats from the workbook, then from Excel', () => {
  const styles = withFormats(
    `<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd &quot;x&quot;"/>
       <numFmt numFmtId="9" formatCode="0 %"/><numFmt numFmtId="165" formatCode=""/><numFmt/></numFmts>
     <dxfs><dxf><numFmt numFmtId="164" formatCode="0"/></dxf></dxfs>`,
    ...[0, 9, 14, 31, 49, 164, 165].map((id) => `numFmtId="${id}" applyNumberFormat="0"`),
  );
  expect(styles.map((style) => style.numberFormat)).toEqual([
    ...['General', '0 %', 'm/d/yy', 'yyyy"年"m"月"d"日"', '@', 'yyyy\\-mm\\-dd "x"', 'General'],
  ]);
});

describe('fonts', () => {
  it('are bold, italic, underlined, struck out or none of these', () => {
    const [all, none] = withFormats(
      `<fonts><font><b/><i val="1"/><u val="double"/><strike val="true"/></font>
         <font><b val="0"/><i val="false"/><u val="none"/></font></fonts>
       <dxfs><dxf><font><b/></font></dxf></dxfs>`,
      'fontId="0"',
      'fontId="1"',
    );
    expect(all).toEqual({ ...plainStyle, bold: true, italic: true, underline: true, strikethrough: true });
    expect(none).toEqual(plainStyle);
  });

  it('have a colour unless it is that of any text', () => {
    const styles = withFormats(
      `<fonts><font><color rgb="FFFF0000"/></font><font><color theme="1"/></font>
         <font><color theme="1" tint="0.5"/></font><font/></fonts>`,
      ...[0, 1, 2, 3].map((id) => `fontId="${id}"`),
    );
    expect(styles.map((style) => style.fontColor)).toEqual(['FF0000', null, '808080', null]);
  });
});

it('returns a fill as one colour', () => {
  const color = (name: string, rgb: string) => `<${name} rgb="FF${rgb}"/>`;
  const both = color('fgColor', 'AAAAAA') + color('bgColor', 'BBBBBB');
  const fills = [
    `<fill><patternFill patternType="none">${both}</patternFill></fill>`,
    `<fill><patternFill patternType="gray125"/></fill>`,
    `<fill><patternFill patternType="solid">${both}</patternFill></fill>`,
    `<fill><patternFill patternType="lightUp">${both}</patternFill></fill>`,
    `<fill><patternFill patternType="lightUp">${color('fgColor', 'AAAAAA')}</patternFill></fill>`,
    `<fill><gradientFill><stop>${color('color', 'CCCCCC')}</stop><stop>${color('color', 'DDDDDD')}</stop></gradientFill></fill>`,
    '<fill/>',
  ];
  const styles = withFormats(`<fills>${fills.join('')}</fills>`, ...fills.map((_, id) => `fillId="${id}"`));
  expect(styles.map(({ fill }) => fill)).toEqual([null, null, 'AAAAAA', 'BBBBBB', 'AAAAAA', 'CCCCCC', null]);
});

it('reads the palette that comes after the fills', () => {
  const [style] = stylesOf(
    `<fills><fill><patternFill patternType="solid"><fgColor indexed="1"/></patternFill></fill></fills>
     <cellXfs><xf fillId="0"/></cellXfs>
     <colors><indexedColors><rgbColor rgb="00000000"/><rgbColor rgb="00123456"/></indexedColors></colors>`,
  );
  expect(style?.fill).toBe('123456');
});

it('reads borders, also with the side names of strict files', () => {
  const styles = withFormats(
    `<borders><border><left style="thin"><color auto="1"/></left><right style="none"/><top style="double"/><bottom/></border>
       <border><start style="hair"/><end style="medium"/></border></borders>`,
    'borderId="0"',
    'borderId="1"',
  );
  expect(styles.map((style) => style.borders)).toEqual([
    { left: 'thin', right: null, top: 'double', bottom: null },
    { left: 'hair', right: 'medium', top: null, bottom: null },
  ]);
});

it('reads alignment', () => {
  const [set, unset] = stylesOf(
    `<cellXfs><xf><alignment horizontal="center" vertical="top" indent="3" wrapText="1"/></xf>
       <xf><alignment horizontal="general" vertical="sideways" indent="-1"/></xf></cellXfs>`,
  );
  expect(set).toEqual({ ...plainStyle, align: 'center', verticalAlign: 'top', indent: 3, wrap: true });
  expect(unset).toEqual(plainStyle);
});

it('refuses more formats than cells can point to', () => {
  const formats = (count: number) => `<cellXfs>${'<xf/>'.repeat(count)}</cellXfs>`;
  expect(stylesOf(formats(65_535))).toHaveLength(65_535);
  expect(() => stylesOf(formats(65_536))).toThrow('more than 65,535 cell formats');
});
