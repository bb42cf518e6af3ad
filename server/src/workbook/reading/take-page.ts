import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Engine } from '../../engine/engine.js';
import type {
  EncodedPage,
  EntityFormat,
  Page,
  PageBounds,
  PageCut,
  PageFormat,
} from '../../engine/protocol.js';

export type { EntityFormat, PageCut, PageFormat };

/** A page to send: a small one in memory, a large one in a file that is streamed to the client. */
export type PageBody = string | Uint8Array | StreamedPage;

export interface StreamedPage {
  bytes: number;
  /** Must be read or destroyed. */
  stream: Readable;
}

/** Has the engine produce a page of at most `maxBytes`, and opens it. */
export async function takePage<Reply extends EncodedPage>(
  engine: Engine,
  maxBytes: number,
  read: (bounds: PageBounds) => Promise<Reply>,
): Promise<Omit<Reply, 'page'> & { page: PageBody }> {
  const overflowPath = join(engine.outDir, `${randomUUID()}.page`);
  try {
    const reply = await read({ maxBytes, overflowPath });
    return { ...reply, page: await bodyOf(reply.page) };
  } catch (error) {
    await rm(overflowPath, { force: true });
    throw error;
  }
}

/** The file is removed at once: it stays readable while open, and nothing is left behind if the client aborts. */
async function bodyOf(page: Page): Promise<PageBody> {
  if (typeof page === 'string' || page instanceof Uint8Array) return page;
  const file = await open(page.path);
  await rm(page.path, { force: true });
  return { bytes: page.bytes, stream: file.createReadStream() };
}

/** Discards a page that will not be sent. */
export function discardPage(page: PageBody): void {
  if (typeof page !== 'string' && 'stream' in page) page.stream.destroy();
}
