import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Engine } from '../../engine/engine.js';
import type { EncodedPage, Page, PageBounds, PageCut, PageFormat } from '../../engine/protocol.js';

export type { PageCut, PageFormat };

/** A page on its way out: a small one in memory, a large one in a file that is read as fast as the client takes it. */
export type PageBody = string | Uint8Array | StreamedPage;

export interface StreamedPage {
  bytes: number;
  /** To be read or destroyed. */
  stream: Readable;
}

/** Has the engine make a page of at most so many bytes, and takes it. */
export async function takePage<Reply extends EncodedPage>(
  engine: Engine,
  mostBytes: number,
  read: (bounds: PageBounds) => Promise<Reply>,
): Promise<Omit<Reply, 'page'> & { page: PageBody }> {
  const overflowPath = join(engine.outDir, `${randomUUID()}.page`);
  try {
    const reply = await read({ mostBytes, overflowPath });
    return { ...reply, page: await bodyOf(reply.page) };
  } catch (error) {
    await rm(overflowPath, { force: true });
    throw error;
  }
}

/** The open file outlives its name, so nothing is left behind whatever becomes of the answer. */
async function bodyOf(page: Page): Promise<PageBody> {
  if (typeof page === 'string' || page instanceof Uint8Array) return page;
  const file = await open(page.path);
  await rm(page.path, { force: true });
  return { bytes: page.bytes, stream: file.createReadStream() };
}

/** Gives up a page that will not be sent. */
export function discardPage(page: PageBody): void {
  if (typeof page !== 'string' && 'stream' in page) page.stream.destroy();
}
