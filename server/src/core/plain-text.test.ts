import { expect, test } from 'vitest';
import { plainText } from './plain-text.js';

test.each([
  ['Totals differ: 3 < 4, and 5 > 2.', 'Totals differ: 3 < 4, and 5 > 2.'],
  ['金額が合いません。\n\n合計は 30 です。', '金額が合いません。 合計は 30 です。'],
  ['See [the sheet](https://evil.example/?q=secret).', 'See the sheet.'],
  ['![x](https://evil.example/p.png?d=1)ok', 'xok'],
  ['Go to https://evil.example/login now', 'Go to … now'],
  ['<script>alert(1)</script><b>bold</b>', 'alert(1)bold'],
  ['<img src=x onerror=alert(1)>wrong', 'wrong'],
  ['javascript:alert(1)', '…'],
  ['a\u202Eb\u200Bc\u0000d', 'a b c d'],
])('%j becomes %j', (text, plain) => {
  expect(plainText(text, 100)).toBe(plain);
});

test('a long text is cut', () => {
  expect(plainText('word '.repeat(100), 12)).toBe('word word w…');
});
