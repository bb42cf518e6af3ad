import { expect, test } from 'vitest';
import { RecentReplies, type RecentReply } from './recent-replies.js';

const pageOf = (page: RecentReply['page']): RecentReply => ({ page, pageRows: 1, columns: [], rowCount: 1 });

/** Asks for a page of this text under a key, and returns whether it had to be read. */
async function isRead(pages: RecentReplies, key: unknown[], text: string): Promise<boolean> {
  let read = false;
  const { page } = await pages.get(key, async () => {
    read = true;
    return pageOf(text);
  });
  expect(page).toBe(text);
  return read;
}

test('a page is read once for each key', async () => {
  const pages = new RecentReplies();
  expect(await isRead(pages, ['t', 1], 'a')).toBe(true);
  expect(await isRead(pages, ['t', 1], 'a')).toBe(false);
  expect(await isRead(pages, ['t', 2], 'b')).toBe(true);
});

test('what was not read for the longest time makes room, and large pages are not kept', async () => {
  const pages = new RecentReplies();
  const text = 'x'.repeat(64 * 1024);
  for (let n = 0; n < 300; n++) {
    expect(await isRead(pages, [`page ${n}`], text)).toBe(true);
    expect(await isRead(pages, ['page 0'], text)).toBe(false);
  }
  expect(await isRead(pages, ['page 1'], text)).toBe(true);
  expect(await isRead(pages, ['large'], `${text}x`)).toBe(true);
  expect(await isRead(pages, ['large'], `${text}x`)).toBe(true);
});

test('a page that could not be read is read again', async () => {
  const pages = new RecentReplies();
  await expect(pages.get(['t'], () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await isRead(pages, ['t'], 'a')).toBe(true);
});

test('a result in a file and a page that is streamed are not kept', async () => {
  const replies = new RecentReplies();
  for (const more of [{ file: true as const }, { page: Buffer.from('a') }]) {
    let read = 0;
    for (let n = 0; n < 2; n++)
      await replies.get(['key'], async () => {
        read += 1;
        return { ...pageOf('a'), ...more };
      });
    expect(read).toBe(2);
  }
});
