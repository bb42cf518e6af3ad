import { expect, test } from 'vitest';
import { readFrames, toFrame } from './frames.js';

const payloads = [Buffer.from('first'), Buffer.alloc(0), Buffer.from('the third, and longest')];
const stream = Buffer.concat(payloads.map(toFrame));

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(frames: AsyncIterable<Uint8Array>): Promise<Buffer[]> {
  const payloads: Buffer[] = [];
  for await (const payload of frames) payloads.push(Buffer.from(payload));
  return payloads;
}

test.each([1, 3, 7, 1000])('frames are reassembled from chunks of %i bytes', async (size) => {
  expect(await collect(readFrames(inPieces(stream, size), 100))).toEqual(payloads);
});

test('a frame that claims to be too long is refused before it arrives', async () => {
  const claimed = toFrame(Buffer.alloc(101)).subarray(0, 4);
  await expect(collect(readFrames(inPieces(Buffer.from(claimed), 4), 100))).rejects.toThrow(
    'a frame of 101 bytes exceeds 100',
  );
});
