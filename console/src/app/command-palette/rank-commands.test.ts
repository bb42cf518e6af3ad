import { expect, test } from 'vitest';
import type { CommandKind } from './command.js';
import { rankCommands } from './rank-commands.js';

const command = (kind: CommandKind, title: string, place?: string) => ({
  kind,
  title,
  ...(place && { place }),
});
const commands = [
  command('column', 'order date', 'deliveries'),
  command('table', 'reorders'),
  command('table', 'orders'),
  command('table', 'large orders'),
  command('action', 'Upload files'),
  command('column', 'total', 'orders'),
];

test('what begins with the words comes first, then a word of it, then the middle, then its place', () => {
  expect(rankCommands(commands, 'ORDER').map(({ title }) => title)).toEqual([
    'orders',
    'order date',
    'large orders',
    'reorders',
    'total',
  ]);
});

test('every word must be found, in the title or in the place', () => {
  expect(rankCommands(commands, 'total orders').map(({ title }) => title)).toEqual(['total']);
  expect(rankCommands(commands, 'nothing')).toEqual([]);
});
