import { ByteQueue } from './byte-queue.js';

/**
 * The protocol between the service and the sandbox: payloads, each after its length. Both sides run this
 * file.
 */

/** Small enough that parsing one never blocks the event loop for long. */
export const MAX_FRAME_BYTES = 1_048_576;

const LENGTH_BYTES = 4;

export function toFrame(payload: Uint8Array): Uint8Array {
  const frame = new Uint8Array(LENGTH_BYTES + payload.length);
  new DataView(frame.buffer).setUint32(0, payload.length);
  frame.set(payload, LENGTH_BYTES);
  return frame;
}

/** The payloads of whole frames; ends where the bytes end. */
export async function* readFrames(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array, undefined> {
  const queue = new ByteQueue();
  let awaited: number | undefined;
  for await (const chunk of chunks) {
    queue.push(chunk);
    while (queue.length >= (awaited ?? LENGTH_BYTES)) {
      if (awaited !== undefined) {
        yield queue.take(awaited);
        awaited = undefined;
        continue;
      }
      awaited = new DataView(queue.take(LENGTH_BYTES).buffer).getUint32(0);
      if (awaited > maxBytes) throw new Error(`a frame of ${awaited} bytes exceeds ${maxBytes}`);
    }
  }
}
