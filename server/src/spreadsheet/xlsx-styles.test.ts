import { expect, test } from 'vitest';
import { StyleSheet } from './xlsx-styles.js';

test('the same style is written once, and another beside it', () => {
  const styles = new StyleSheet();
  const bold = styles.styled('VARCHAR', { bold: true, align: 'right' });
  expect(styles.styled('BIGINT', { align: 'right', bold: true })).toBe(bold);
  expect(styles.styled('DATE', { bold: true, align: 'right' })).not.toBe(bold);
  expect(styles.xml()).toContain('<cellXfs count="7">');
});

test('each part of a style is said in the style sheet', () => {
  const styles = new StyleSheet();
  const style = {
    italic: true,
    underline: true,
    color: '#12abEF',
    background: '#00ff00',
    align: 'center',
  } as const;
  const index = styles.styled('DOUBLE', { ...style, number_format: '0.0 "<b>"' });
  const xml = styles.xml();
  expect(xml).toContain('<font><i/><u/><sz val="11"/><color rgb="FF12ABEF"/><name val="Calibri"/></font>');
  expect(xml).toContain('<fgColor rgb="FF00FF00"/>');
  expect(xml).toContain('formatCode="0.0 &quot;&lt;b&gt;&quot;"');
  const formats = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(xml)?.[1]?.match(/<xf .*?(?:\/>|<\/xf>)/g);
  expect(formats?.[index]).toContain('numFmtId="167" fontId="2" fillId="2"');
  expect(formats?.[index]).toContain('<xf ');
  expect(xml).toContain('<alignment horizontal="center"/>');
});

test('a date keeps its format unless the style has one; General is none', () => {
  const styles = new StyleSheet();
  const formatOf = (index: number) =>
    [...styles.xml().matchAll(/<xf numFmtId="(\d+)"[^>]*xfId/g)].map((match) => match[1])[index];
  expect(formatOf(styles.styled('DATE', { bold: true }))).toBe('164');
  expect(formatOf(styles.styled('DATE', { number_format: 'general', bold: true }))).toBe('0');
});

test('what Excel has no room for is left out', () => {
  const styles = new StyleSheet();
  for (let i = 0; i < 300; i++) styles.styled('DOUBLE', { number_format: `0"${i}"` });
  expect(styles.xml()).toContain('<numFmts count="200">');
});
