import { expect, test } from 'vitest';
import { EventStreamParser } from './event-stream.js';

const text = 'id: 1\n: up to date\n\nid: 2\nevent: a\ndata: {"n":\ndata: 1}\n\n: nothing new\n\n';
const blocks = [
  { id: '1', event: undefined, data: undefined, comment: 'up to date' },
  { id: '2', event: 'a', data: '{"n":\n1}', comment: undefined },
  { id: undefined, event: undefined, data: undefined, comment: 'nothing new' },
];

test.each([1, 7, text.length])('blocks are the same in pieces of %i characters', (size) => {
  const parser = new EventStreamParser();
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  expect(pieces.flatMap((piece) => parser.push(piece))).toEqual(blocks);
});

test('an unfinished block is not told', () => {
  expect(new EventStreamParser().push('id: 1\ndata: {}\n')).toEqual([]);
});
