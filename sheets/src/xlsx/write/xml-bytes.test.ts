import { expect, test } from 'vitest';
import { piece, XmlBytes } from './xml-bytes.js';
import { cellText } from './xml-text.js';

test.each([
  ['plain', 'plain'],
  ['a & b < c', 'a &amp; b &lt; c'],
  ['\u0000\u001f\r', '_x0000__x001F__x000D_'],
  ['\u007f\u0085\u009f', '\u007f\u0085\u009f'],
  ['line\nbreak\ttab', 'line\nbreak\ttab'],
  ['_x0041_ _x004 _y', '_x005F_x0041_ _x004 _y'],
  ['\ud83d \udc00 \uffff', '_xD83D_ _xDC00_ _xFFFF_'],
  ['é ߿ 北 😀', 'é ߿ 北 😀'],
])('text %j', (text, written) => expect(cellText(text)).toBe(written));

const spelled = (value: number) => {
  const xml = new XmlBytes();
  xml.number(value);
  return xml.toString();
};

test('numbers read back unchanged, spelled as in JavaScript except for the smallest', () => {
  const random = Array.from({ length: 20_000 }, (_, i) => {
    const value = (Math.random() - 0.5) * 10 ** ((i % 40) - 15);
    return i % 2 ? value : Number(value.toPrecision(1 + (i % 14)));
  });
  const edges = [
    0,
    -0,
    7,
    10,
    9999,
    10_000,
    10_001,
    99_999_999,
    100_000_000,
    2 ** 31,
    -(2 ** 31),
    2 ** 53,
    1e15,
  ];
  const decimals = [0.1, 0.0001, 1e-8, -0.05, 1234.5, 0.30000000000000004, 1e21, 1e-7, 5e-324, 123456789.123];
  for (const value of [...edges, ...decimals, ...random]) {
    expect(Number(spelled(value))).toBe(value + 0);
    if (Math.abs(value) >= 1e-6) expect(spelled(value)).toBe(String(value));
  }
});

test('taken bytes stay valid while the next are collected', () => {
  const xml = new XmlBytes(4);
  xml.text('first, which is longer than the buffer');
  const first = xml.take();
  xml.reserve();
  xml.piece(piece('<second/>'));
  expect([first.toString(), xml.take().toString()]).toEqual([
    'first, which is longer than the buffer',
    '<second/>',
  ]);
});
