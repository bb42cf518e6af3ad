import { expect, test } from 'vitest';
import { Format, StyleSheet } from './style-sheet.js';

test('the same look is written once, and a different one beside it', () => {
  const styles = new StyleSheet();
  const bold = styles.format('number', { bold: true, align: 'right' });
  expect(styles.format('number', { align: 'right', bold: true })).toBe(bold);
  expect(styles.format('date', { bold: true, align: 'right' })).not.toBe(bold);
  expect(styles.xml()).toContain('<cellXfs count="7">');
});

test('by default, numbers have the format of their meaning', () => {
  const styles = new StyleSheet();
  for (const meaning of ['number', 'date', 'timestamp', 'time'] as const) {
    expect(styles.format(meaning, {})).toBe(Format[meaning]);
  }
});

test('each part of a look is in the style sheet', () => {
  const styles = new StyleSheet();
  const index = styles.format('number', {
    italic: true,
    underline: true,
    color: '#12abEF',
    background: '#00ff00',
    align: 'center',
    numberFormat: '0.0 "<b>"',
  });
  const xml = styles.xml();
  expect(xml).toContain('<font><i/><u/><sz val="11"/><color rgb="FF12ABEF"/><name val="Calibri"/></font>');
  expect(xml).toContain('<fgColor rgb="FF00FF00"/>');
  expect(xml).toContain('formatCode="0.0 &quot;&lt;b&gt;&quot;"');
  const formats = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(xml)?.[1]?.match(/<xf .*?(?:\/>|<\/xf>)/g);
  expect(formats?.[index]).toContain('numFmtId="167" fontId="2" fillId="3"');
  expect(xml).toContain('<alignment horizontal="center"/>');
});

test('a date keeps its format unless the look has one; General does not count', () => {
  const styles = new StyleSheet();
  const formatOf = (index: number) =>
    [...styles.xml().matchAll(/<xf numFmtId="(\d+)"[^>]*xfId/g)].map((match) => match[1])[index];
  expect(formatOf(styles.format('date', { bold: true }))).toBe('164');
  expect(formatOf(styles.format('date', { numberFormat: 'general', bold: true }))).toBe('0');
});

test('looks beyond the limits of Excel are left out', () => {
  const styles = new StyleSheet();
  for (let i = 0; i < 300; i++) styles.format('number', { numberFormat: `0"${i}"` });
  expect(styles.xml()).toContain('<numFmts count="200">');
});
