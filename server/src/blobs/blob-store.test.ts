import { spawnSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LoopbackS3, loopbackS3Credentials, startLoopbackS3 } from '../../test-support/loopback-s3.js';
import { BlobDamaged, BlobMissing, type BlobStore, type BlobWritten } from './blob-store.js';
import { openBlobStore } from './open-blob-store.js';

const megabyte = 1024 * 1024;
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

let s3: LoopbackS3;
let home: string;

beforeAll(async () => {
  for (const [name, value] of Object.entries(loopbackS3Credentials)) vi.stubEnv(name, value);
  // s3rver is a separate S3 server: the SDK sends real signed HTTP requests to it on loopback.
  s3 = await startLoopbackS3('blobs');
});
afterAll(async () => {
  await s3.stop();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'blob-store-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const stores = [
  {
    kind: 'directory',
    openIn: (dir: string, onWrite?: BlobWritten) =>
      openBlobStore({ dataDir: dir, cacheDir: join(dir, 'cache'), onWrite }),
    stagingIn: (dir: string) => join(dir, 'blobs', 'tmp'),
  },
  {
    kind: 's3',
    openIn: (dir: string, onWrite?: BlobWritten) =>
      openBlobStore({
        onWrite,
        blobUrl: `s3://blobs${dir}`,
        s3Endpoint: s3.endpoint,
        dataDir: dir,
        cacheDir: join(dir, 'cache'),
      }),
    stagingIn: (dir: string) => join(dir, 'cache', 'blobs', 'tmp'),
  },
];

describe.each(stores)('$kind blob store', ({ kind, openIn, stagingIn }) => {
  let store: BlobStore;
  beforeEach(async () => {
    store = await openIn(home);
  });

  async function hashes(): Promise<string[]> {
    const found: string[] = [];
    for await (const { hash } of store.list()) found.push(hash);
    return found.sort();
  }

  async function expectNothingLeft(): Promise<void> {
    expect(await hashes()).toEqual([]);
    expect(await readdir(stagingIn(home))).toEqual([]);
  }

  test('bytes are read back under their SHA-256', async () => {
    const ref = await store.put(chunksOf(Buffer.from('one two three'), 4));
    expect(ref).toEqual({ hash: sha256('one two three'), size: 13 });
    expect((await buffer(await store.read(ref.hash))).toString()).toBe('one two three');
    expect(await store.stat(ref.hash)).toMatchObject({ size: 13 });
    expect(await readdir(stagingIn(home))).toEqual([]);
  });

  test('an empty blob is a blob', async () => {
    expect(await store.put(chunksOf(Buffer.alloc(0)))).toEqual({ hash: emptyHash, size: 0 });
    expect(await buffer(await store.read(emptyHash))).toHaveLength(0);
    expect(await readFile(await store.localPath(emptyHash))).toHaveLength(0);
  });

  test('a blob of 20 MB comes back byte for byte, whole, in part and as a local file', async () => {
    const bytes = randomBytes(20 * megabyte + 17);
    const { hash, size } = await store.put(chunksOf(bytes, 64 * 1024));
    expect(size).toBe(bytes.length);
    expect((await buffer(await store.read(hash))).equals(bytes)).toBe(true);
    const middle = await buffer(await store.read(hash, { start: 9_000_000, end: 9_999_999 }));
    expect(middle.equals(bytes.subarray(9_000_000, 10_000_000))).toBe(true);
    await rm(join(home, 'cache'), { recursive: true, force: true });
    expect((await readFile(await store.localPath(hash))).equals(bytes)).toBe(true);
  });

  test('a blob of exactly the limit is stored, one byte more is refused and leaves nothing', async () => {
    await expect(store.put(chunksOf(Buffer.alloc(1001), 100), { maxBytes: 1000 })).rejects.toMatchObject({
      slug: 'too-large',
    });
    await expectNothingLeft();
    expect(await store.put(chunksOf(Buffer.alloc(1000), 100), { maxBytes: 1000 })).toMatchObject({
      size: 1000,
    });
  });

  test('an input that fails half-way leaves nothing', async () => {
    async function* failing() {
      yield Buffer.alloc(megabyte);
      throw new Error('the client went away');
    }
    await expect(store.put(failing())).rejects.toThrow('the client went away');
    await expectNothingLeft();
  });

  test('parallel puts of the same bytes store them once', async () => {
    const bytes = randomBytes(9 * megabyte);
    const refs = await Promise.all(
      [1, 2, 3].map((parts) => store.put(chunksOf(bytes, bytes.length / parts))),
    );
    expect(new Set(refs.map(({ hash }) => hash))).toEqual(new Set([sha256(bytes)]));
    expect(await hashes()).toEqual([sha256(bytes)]);
    expect((await buffer(await store.read(sha256(bytes)))).equals(bytes)).toBe(true);
    expect(await readdir(stagingIn(home))).toEqual([]);
  });

  test.each([
    // Not 0 to 0: s3rver answers that with the whole object.
    { range: { start: 0, end: 1 }, expected: '01' },
    { range: { start: 3, end: 3 }, expected: '3' },
    { range: { start: 2, end: 5 }, expected: '2345' },
    { range: { start: 8, end: 99 }, expected: '89' },
    { range: { start: 10, end: 20 }, expected: '' },
  ])('reads the range $range.start to $range.end', async ({ range, expected }) => {
    const { hash } = await store.put(chunksOf(Buffer.from('0123456789')));
    expect((await buffer(await store.read(hash, range))).toString()).toBe(expected);
  });

  test('refuses a range that ends before it begins', async () => {
    const { hash } = await store.put(chunksOf(Buffer.from('0123456789')));
    await expect(store.read(hash, { start: 5, end: 4 })).rejects.toThrow(RangeError);
  });

  test('a missing blob is reported as missing', async () => {
    const hash = sha256('never put');
    await expect(store.read(hash)).rejects.toThrow(BlobMissing);
    await expect(store.read(hash, { start: 0, end: 1 })).rejects.toThrow(BlobMissing);
    await expect(store.localPath(hash)).rejects.toThrow(BlobMissing);
    expect(await store.stat(hash)).toBeUndefined();
    await expect(store.delete(hash)).resolves.toBeUndefined();
  });

  test.each(['', '../../etc/passwd', emptyHash.toUpperCase(), `${emptyHash}/..`])(
    'refuses "%s" as a name',
    async (name) => {
      await expect(store.read(name)).rejects.toThrow(TypeError);
      await expect(store.localPath(name)).rejects.toThrow(TypeError);
      await expect(store.delete(name)).rejects.toThrow(TypeError);
    },
  );

  test('adopts a finished file', async () => {
    const path = join(home, 'made-by-a-child');
    await writeFile(path, 'segment');
    const ref = await store.adopt(path);
    expect(ref).toEqual({ hash: sha256('segment'), size: 7 });
    expect(existsSync(path)).toBe(false);
    expect((await buffer(await store.read(ref.hash))).toString()).toBe('segment');
    expect(await readdir(stagingIn(home))).toEqual([]);
  });

  test.runIf(existsSync('/dev/shm'))('adopts a file from another file system', async () => {
    const elsewhere = await mkdtemp('/dev/shm/blob-store-');
    const path = join(elsewhere, 'made-by-a-child');
    await writeFile(path, 'from afar');
    const ref = await store.adopt(path);
    expect((await buffer(await store.read(ref.hash))).toString()).toBe('from afar');
    expect(await readdir(elsewhere)).toEqual([]);
    await rm(elsewhere, { recursive: true });
  });

  test('adopts a file whose bytes are already stored', async () => {
    const first = await store.put(chunksOf(Buffer.from('again')));
    await writeFile(join(home, 'again'), 'again');
    expect(await store.adopt(join(home, 'again'))).toEqual(first);
    expect(existsSync(join(home, 'again'))).toBe(false);
    expect(await hashes()).toEqual([first.hash]);
  });

  test('a local file cannot be overwritten by mistake', async () => {
    const { hash } = await store.put(chunksOf(Buffer.from('fixed')));
    expect((await stat(await store.localPath(hash))).mode & 0o777).toBe(0o400);
  });

  test('lists every blob with its size', async () => {
    const texts = Array.from({ length: 30 }, (_, n) => `blob ${n}`);
    await Promise.all(texts.map((text) => store.put(chunksOf(Buffer.from(text)))));
    expect(await hashes()).toEqual(texts.map(sha256).sort());
    for await (const { size } of store.list()) expect(size).toBeGreaterThan(5);
  });

  test('a deleted blob is gone, also as a local file, and can be put again', async () => {
    const { hash } = await store.put(chunksOf(Buffer.from('short-lived')));
    await store.localPath(hash);
    await store.delete(hash);
    expect(await store.stat(hash)).toBeUndefined();
    await expect(store.localPath(hash)).rejects.toThrow(BlobMissing);
    await store.put(chunksOf(Buffer.from('short-lived')));
    expect((await readFile(await store.localPath(hash))).toString()).toBe('short-lived');
  });

  test('a deleted blob can be restored from the trash until that is emptied', async () => {
    const { hash } = await store.put(chunksOf(Buffer.from('regretted')));
    await store.copyToTrash(hash);
    await store.delete(hash);
    expect(await hashes()).toEqual([]);
    expect(await store.restoreFromTrash(hash)).toBe(true);
    expect((await buffer(await store.read(hash))).toString()).toBe('regretted');
    await store.deleteFromTrash(hash);
    await store.delete(hash);
    expect(await store.restoreFromTrash(hash)).toBe(false);
  });

  test('stores a marker, which is not a blob', async () => {
    expect(await store.readMarker()).toBeUndefined();
    await store.writeMarker('first');
    await store.writeMarker('second');
    expect(await (await openIn(home)).readMarker()).toBe('second');
    expect(await hashes()).toEqual([]);
  });

  test('a blob is announced before it is stored', async () => {
    const announced: string[] = [];
    const watched = await openIn(home, async ({ hash }) => {
      announced.push(hash);
      expect(await store.stat(hash)).toBeUndefined();
    });
    const { hash } = await watched.put(chunksOf(Buffer.from('announced')));
    expect(announced).toEqual([hash]);
  });

  test('blobs survive reopening the store', async () => {
    const { hash } = await store.put(chunksOf(Buffer.from('lasting')));
    const reopened = await openIn(home);
    expect((await buffer(await reopened.read(hash))).toString()).toBe('lasting');
    expect((await readFile(await reopened.localPath(hash))).toString()).toBe('lasting');
  });

  test('the cache directory may be deleted at any time', async () => {
    async function* whileTheCacheGoes() {
      yield Buffer.from('first half, ');
      await rm(join(home, 'cache'), { recursive: true, force: true });
      yield Buffer.from('second half');
    }
    const { hash } = await store.put(whileTheCacheGoes());
    expect((await readFile(await store.localPath(hash))).toString()).toBe('first half, second half');
    await rm(join(home, 'cache'), { recursive: true, force: true });
    expect((await readFile(await store.localPath(hash))).toString()).toBe('first half, second half');
    await rm(join(home, 'cache'), { recursive: true, force: true });
    await store.put(chunksOf(Buffer.from('another')));
    expect(await hashes()).toHaveLength(2);
  });

  test('opening removes leftovers of a killed process, but not of a living one', async () => {
    const dead = spawnSync('true').pid;
    const names = {
      killed: `${hostname()}.${dead}.00000000.${randomUUID()}`,
      formerSelf: `${hostname()}.${process.pid}.00000000.${randomUUID()}`,
      alive: `${hostname()}.${process.ppid}.00000000.${randomUUID()}`,
      otherHost: `elsewhere.${dead}.00000000.${randomUUID()}`,
      otherHostLongAgo: `elsewhere.${dead}.00000000.${randomUUID()}`,
    };
    for (const name of Object.values(names)) await writeFile(join(stagingIn(home), name), 'half a blob');
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(join(stagingIn(home), names.otherHostLongAgo), longAgo, longAgo);
    await openIn(home);
    expect((await readdir(stagingIn(home))).sort()).toEqual([names.alive, names.otherHost].sort());
  });

  test('is ready while its storage is usable', async () => {
    await expect(store.check()).resolves.toBeUndefined();
    expect(await readdir(stagingIn(home))).toEqual([]);
    if (kind === 'directory') {
      await rm(join(home, 'blobs'), { recursive: true });
      await expect(store.check()).rejects.toThrow();
    } else {
      const lost = await openBlobStore({ ...lostS3(), dataDir: home, cacheDir: join(home, 'cache') });
      await expect(lost.check()).rejects.toThrow();
    }
  });
});

describe('directory blob store', () => {
  const openHere = () => openBlobStore({ dataDir: home, cacheDir: join(home, 'cache') });

  async function damaged(): Promise<string> {
    const { hash } = await (await openHere()).put(chunksOf(Buffer.from('precious bytes')));
    const path = join(home, 'blobs', hash.slice(0, 2), hash);
    await chmod(path, 0o600);
    await writeFile(path, 'precioUs bytes');
    return hash;
  }

  test('bytes that have changed on the disk are not returned', async () => {
    const hash = await damaged();
    const store = await openHere();
    await expect(store.localPath(hash)).rejects.toThrow(BlobDamaged);
    await expect(store.read(hash)).rejects.toThrow(BlobDamaged);
  });

  test('putting the right bytes again repairs a damaged blob', async () => {
    const hash = await damaged();
    const store = await openHere();
    await store.put(chunksOf(Buffer.from('precious bytes')));
    expect((await buffer(await store.read(hash))).toString()).toBe('precious bytes');
  });
});

describe('s3 blob store', () => {
  const openS3 = (blobUrl: string) =>
    openBlobStore({ blobUrl, s3Endpoint: s3.endpoint, dataDir: home, cacheDir: join(home, 'cache') });

  async function putObject(key: string, body: string): Promise<void> {
    const client = new S3Client({ endpoint: s3.endpoint, forcePathStyle: true, region: 'us-east-1' });
    const object = { Bucket: 'blobs', Key: key, Body: body, ContentLength: body.length };
    await client.send(new PutObjectCommand(object));
  }

  test('a failed upload is reported, and leaves nothing', async () => {
    const store = await openBlobStore({ ...lostS3(), dataDir: home, cacheDir: join(home, 'cache') });
    await expect(store.put(chunksOf(Buffer.alloc(9 * megabyte)))).rejects.toThrow();
    expect(await readdir(join(home, 'cache', 'blobs'))).toEqual(['tmp']);
    expect(await readdir(join(home, 'cache', 'blobs', 'tmp'))).toEqual([]);
  });

  test('a damaged object is never returned as a local file', async () => {
    await putObject(`bad/${emptyHash}`, 'not empty');
    const store = await openS3('s3://blobs/bad');
    await expect(store.localPath(emptyHash)).rejects.toThrow('damaged');
    expect(await readdir(join(home, 'cache', 'blobs'))).toEqual(['tmp']);
  });

  // Paging cannot be tested here: s3rver creates its continuation tokens with a cipher that OpenSSL 3 lacks.
  test('foreign objects under the prefix are not listed', async () => {
    await putObject('mine/read-me.txt', 'hello');
    await putObject(`mine/deeper/${emptyHash}`, '');
    const store = await openS3('s3://blobs/mine/');
    const { hash } = await store.put(chunksOf(Buffer.from('mine')));
    const listed: string[] = [];
    for await (const blob of store.list()) listed.push(blob.hash);
    expect(listed).toEqual([hash]);
  });
});

describe('addresses past the service', () => {
  const addressUntil = async (until: number, places: { s3Endpoint?: string; s3PublicEndpoint?: string }) => {
    vi.stubEnv('AWS_REGION', 'us-east-1');
    const dirs = { dataDir: home, cacheDir: join(home, 'cache') };
    const store = await openBlobStore({ blobUrl: 's3://blobs/mine', ...places, ...dirs });
    const addresses = await store.openAddresses({ until, contentType: 'text/plain' });
    return addresses && { expireAt: addresses.expireAt, url: new URL(await addresses.of(emptyHash)) };
  };

  test('end when they are wanted to, to the second', async () => {
    const until = Date.now() + 60_000;
    const made = await addressUntil(until, { s3PublicEndpoint: 'https://s3.example.com' });
    const { expireAt, url } = made as NonNullable<typeof made>;
    expect(expireAt).toBe(Math.floor(until / 1000) * 1000);
    const [, day, time] = /^(\d{8})T(\d{6})Z$/.exec(url.searchParams.get('X-Amz-Date') as string) ?? [];
    const iso = `${day}T${time}`.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z');
    expect(Date.parse(iso) + Number(url.searchParams.get('X-Amz-Expires')) * 1000).toBe(expireAt);
  });

  test.each([
    ['of Amazon', {}, `https://blobs.s3.us-east-1.amazonaws.com/mine/${emptyHash}`],
    ['of Amazon, turned off', { s3PublicEndpoint: 'none' }, undefined],
    ['of another server', { s3Endpoint: 'http://inside:9000' }, undefined],
    [
      'of another server that clients reach',
      { s3Endpoint: 'http://inside:9000', s3PublicEndpoint: 'https://s3.example.com' },
      `https://s3.example.com/blobs/mine/${emptyHash}`,
    ],
  ])('%s', async (_, places, expected) => {
    const made = await addressUntil(Date.now() + 60_000, places);
    expect(made && made.url.origin + made.url.pathname).toBe(expected);
  });
});

/** Nothing listens on port 1. */
function lostS3() {
  return { blobUrl: 's3://blobs', s3Endpoint: 'http://127.0.0.1:1' };
}

function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function chunksOf(bytes: Buffer, size = bytes.length): Readable {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += Math.ceil(size)) {
    chunks.push(bytes.subarray(at, at + Math.ceil(size)));
  }
  return Readable.from(chunks);
}
