import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import yauzl, { type Entry } from 'yauzl';
import { dataDescriptor } from './zip-records.js';
import { ZipStream } from './zip-stream.js';

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

/** The entries of an archive as another program reads them, which checks their checksums and sizes. */
function entriesOf(bytes: Buffer): Promise<Map<string, { text: string; modifiedAt: Date }>> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, archive) => {
      if (error) return reject(error);
      const entries = new Map<string, { text: string; modifiedAt: Date }>();
      archive.on('error', reject);
      archive.on('end', () => resolve(entries));
      archive.on('entry', (entry: Entry) =>
        archive.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure);
          const modifiedAt = entry.getLastModDate({ timezone: 'UTC' });
          entries.set(entry.fileName, { text: (await buffer(stream)).toString(), modifiedAt });
          archive.readEntry();
        }),
      );
      archive.readEntry();
    });
  });
}

it('sends entries that other programs read, with their date', async () => {
  const modifiedAt = new Date('2026-11-15T19:20:30Z');
  const zip = new ZipStream({ modifiedAt });
  const sent: Buffer[] = [];
  for await (const bytes of zip.entry('långt.csv', chunks('öl,', 'x'.repeat(300_000)))) sent.push(bytes);
  for await (const bytes of zip.entry('empty.csv', chunks())) sent.push(bytes);
  for await (const bytes of zip.directory()) sent.push(bytes);
  expect([...(await entriesOf(Buffer.concat(sent)))]).toEqual([
    ['långt.csv', { text: `öl,${'x'.repeat(300_000)}`, modifiedAt }],
    ['empty.csv', { text: '', modifiedAt }],
  ]);
});

it('sends the header of an entry before its bytes are made', async () => {
  const zip = new ZipStream();
  async function* never() {
    await new Promise(() => {});
    yield Buffer.from('');
  }
  const first = await zip.entry('a.csv', never()).next();
  expect((first.value as Buffer).readUInt32LE(0)).toBe(0x04034b50);
});

it('fails when the chunks of an entry fail', async () => {
  async function* failing() {
    yield Buffer.from('a');
    throw new Error('no more');
  }
  const read = async () => {
    for await (const _ of new ZipStream().entry('a.csv', failing()));
  };
  await expect(read()).rejects.toThrow('no more');
});

it('describes an entry beyond 32 bits with sizes of 64', () => {
  const entry = { name: 'a', method: 8, crc: 1, compressedSize: 2, size: 3, headerOffset: 0 };
  expect(dataDescriptor(entry).length).toBe(16);
  const wide = dataDescriptor({ ...entry, size: 5e9 });
  expect([8, 16].map((at) => Number(wide.readBigUInt64LE(at)))).toEqual([2, 5e9]);
});
