import { Readable } from 'node:stream';
import { cancellable } from '../../core/cancellation.js';

/**
 * Parts of a file, one after the other. While one is sent the next is made, and no more of them, so that a slow client
 * takes neither disk space nor turns of others. It resolves with the first part; a later one that fails breaks the
 * stream off, and a client that leaves ends the work on the next one.
 */
export async function streamParts(
  count: number,
  make: (index: number) => Promise<Readable>,
): Promise<Readable> {
  const first = await make(0);
  if (count === 1) return first;
  const gone = new AbortController();
  const parts = async function* () {
    let next = Promise.resolve(first);
    try {
      for (let index = 1; index <= count; index++) {
        const current = await next;
        if (index < count) next = cancellable(gone.signal, () => make(index));
        // It counts once the current part is sent.
        next.catch(() => {});
        yield* current;
      }
    } finally {
      next.then(
        (part) => part.destroy(),
        () => {},
      );
    }
  };
  return Readable.from(parts(), { objectMode: false }).once('close', () => {
    gone.abort();
    // Nothing else closes it if reading never began.
    first.destroy();
  });
}
