import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZipArchive } from './zip-archive.js';
import { directoryEntry, endOfDirectory, localHeader } from './zip-records.js';
import { ZipWriter } from './zip-writer.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zip-writer-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function* counting(chunks: number) {
  for (let i = 0; i < chunks; i++) yield Buffer.alloc(100_000, `${i} `);
}

async function written(name: string, write: (zip: ZipWriter) => Promise<void>): Promise<string> {
  const path = join(directory, name);
  const zip = await ZipWriter.create(path);
  await write(zip);
  await zip.close();
  return path;
}

async function contents(path: string): Promise<Record<string, string>> {
  const zip = await ZipArchive.open(path);
  const found: Record<string, string> = {};
  for (const entry of zip.entries) found[entry.name] = (await zip.bytes(entry)).toString();
  await zip.close();
  return found;
}

it('writes parts and streams that read back', async () => {
  const path = await written('a.zip', async (zip) => {
    await zip.add('small.txt', 'öl');
    await zip.addStream('långt.txt', counting(30));
    await zip.add('empty.txt', '');
  });
  const found = await contents(path);
  expect(Object.keys(found)).toEqual(['small.txt', 'långt.txt', 'empty.txt']);
  expect(found['small.txt']).toBe('öl');
  expect(found['långt.txt']?.length).toBe(3_000_000);
});

it('gives equal bytes for equal content', async () => {
  const write = (zip: ZipWriter) => zip.addStream('a', counting(3));
  const [one, two] = [await written('one.zip', write), await written('two.zip', write)];
  expect(await readFile(one)).toEqual(await readFile(two));
});

it('copies compressed entries unchanged', async () => {
  const source = await ZipArchive.open(await written('source.zip', (zip) => zip.add('part.xml', '<a/>')));
  const [entry] = source.entries;
  if (!entry) throw new Error('nothing was written');
  const path = await written('copy.zip', (zip) => zip.addPacked(entry, source.packedChunks(entry)));
  await source.close();
  expect(await contents(path)).toEqual({ 'part.xml': '<a/>' });
});

it('fails when its chunks fail', async () => {
  async function* failing() {
    yield Buffer.from('a');
    throw new Error('no more');
  }
  const zip = await ZipWriter.create(join(directory, 'failed.zip'));
  await expect(zip.addStream('a', failing())).rejects.toThrow('no more');
  await zip.abandon();
});

it('keeps room in the header of a stream for sizes beyond 32 bits', () => {
  const entry = { name: 'a', method: 8, crc: 1, compressedSize: 2, size: 3, headerOffset: 0 };
  const large = { ...entry, size: 5e9, headerOffset: 6e9 };
  expect(localHeader(large, true).length).toBe(localHeader(entry, true).length);
  const record = directoryEntry(large);
  expect(record.readUInt32LE(24)).toBe(0xffffffff);
  expect([0, 8, 16].map((at) => Number(record.readBigUInt64LE(46 + 1 + 4 + at)))).toEqual([5e9, 2, 6e9]);
  expect(endOfDirectory(70_000, 6e9, 100).readUInt32LE(0)).toBe(0x06064b50);
});
