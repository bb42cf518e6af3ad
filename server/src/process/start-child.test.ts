import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startChild } from './start-child.js';

test('a child that never looks at its pipes is killed once those of its parent are closed', async () => {
  const child = startChild([process.execPath, '-e', 'console.log("busy"); for (;;);'], {
    limits: [],
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout as Socket, 'data');
  // As the kernel does when this process is killed.
  (child.stdio.at(-1) as Socket).destroy();
  expect(await ended).toEqual([null, 'SIGKILL']);
});

test('a child has the limits, not the pipe that ends it, and its streams close with it', async () => {
  const child = startChild(['/bin/sh', '-c', 'ulimit -c; (true <&3) 2>/dev/null || echo closed'], {
    limits: [{ option: '-c', value: 0 }],
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(text).toBe('0\nclosed\n');
});
