import { tableFromArrays, tableFromIPC, tableToIPC } from 'apache-arrow';
import { expect, test } from 'vitest';
import { joinArrowStreams } from './arrow-stream.js';

async function* pages(...lists: number[][]) {
  for (const n of lists) yield tableToIPC(tableFromArrays({ n: Int32Array.from(n) }), 'stream');
}

test('pages become one stream that readers take as one table', async () => {
  const parts: Uint8Array[] = [];
  for await (const part of joinArrowStreams(pages([1, 2], [3], [4, 5]))) parts.push(part);
  const table = tableFromIPC(Buffer.concat(parts));
  expect([...(table.getChild('n') ?? [])]).toEqual([1, 2, 3, 4, 5]);
});
