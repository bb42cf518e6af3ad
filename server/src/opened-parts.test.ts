import { expect, test } from 'vitest';
import { createLog } from './log.js';
import { OpenedParts } from './opened-parts.js';

test('parts are closed in reverse order and once, though one of them fails', async () => {
  const closed: string[] = [];
  const opened = new OpenedParts(createLog('silent'));
  const close = async (part: string) => {
    closed.push(part);
    if (part === 'log') throw new Error('the disk is full');
  };
  for (const part of ['database', 'log', 'timer']) expect(opened.add(part, close)).toBe(part);
  await opened.close();
  await opened.close();
  expect(closed).toEqual(['timer', 'log', 'database']);
});
