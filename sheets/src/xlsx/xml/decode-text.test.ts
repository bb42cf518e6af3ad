import { expect, it } from 'vitest';
import { decodeAttribute, decodeText, unescapeCellText } from './decode-text.js';

const text = (xml: string) => decodeText(Buffer.from(xml), 0, Buffer.byteLength(xml));
const attribute = (xml: string) => decodeAttribute(Buffer.from(xml), 0, Buffer.byteLength(xml));

it.each([
  ['plain', 'plain'],
  ['日本語 and a longer text than a few bytes', '日本語 and a longer text than a few bytes'],
  ['a &amp; b &lt;c&gt; &quot;d&apos;', 'a & b <c> "d\''],
  ['&#65;&#x42;&#x1f61c;', 'AB😜'],
  ['&nope; &#x110000;', '&nope; &#x110000;'],
  ['a\r\nb\rc', 'a\nb\nc'],
  ['a&#13;&#10;b', 'a\r\nb'],
])('the text %j is %j', (xml, expected) => {
  expect(text(xml)).toBe(expected);
});

it('white space in an attribute counts as spaces unless it is escaped', () => {
  expect(attribute('a\tb\r\nc&#10;d')).toBe('a b c\nd');
});

it.each([
  ['a_x000D_\nb', 'a\r\nb'],
  ['_x005F_x000D_', '_x000D_'],
  ['_x000d_', '\r'],
  ['_x00_ and x_y', '_x00_ and x_y'],
])('the cell %j holds %j', (escaped, expected) => {
  expect(unescapeCellText(escaped)).toBe(expected);
});
