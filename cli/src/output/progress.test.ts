import { expect, test } from 'vitest';
import { Progress } from './progress.js';
import { widthOf } from './text-table.js';

function terminal(columns: number) {
  const written: string[] = [];
  const stream = { isTTY: true, columns, write: (text: string) => written.push(text) };
  return { written, stream: stream as unknown as NodeJS.WriteStream };
}

test('a long name gives way, so that the line fits into the terminal', () => {
  const { written, stream } = terminal(60);
  new Progress('とても長い名前のファイル.xlsx', stream).tell('sending', 50);
  const [line = ''] = written.map((text) => text.replace('\r\x1b[K', ''));
  expect(widthOf(line)).toBeLessThan(60);
  expect(line).toMatch(/^とても長い.*… {2}█{12}░{12} {2}50% {2}sending$/);
});

test('nothing is shown after the end, though more is told', () => {
  const { written, stream } = terminal(80);
  const progress = new Progress('a.csv', stream);
  progress.tell('sending', 0);
  progress.end();
  progress.tell('sending', 100);
  expect(written.at(-1)).toBe('\r\x1b[K');
});
