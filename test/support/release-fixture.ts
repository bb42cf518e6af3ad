import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

const FOLDER = new URL('../releases/', import.meta.url).pathname;

/** An answer to a GET, with null for what is not text. */
export interface RecordedAnswer {
  as: string;
  path: string;
  status: number;
  type: string;
  body: unknown;
}

/** A change with an idempotency key. */
export interface RecordedWrite {
  method: string;
  path: string;
  key: string;
  body?: unknown;
  form?: { fields: Record<string, string>; file: { name: string; base64: string } };
  status: number;
  answer: unknown;
}

/** What a release stored and answered; `scripts/release-fixture/record.mjs` makes it. */
interface ReleaseFixture {
  release: string;
  recordedAt: string;
  owner: { email: string; password: string };
  tokens: Record<string, string>;
  answers: RecordedAnswer[];
  writes: RecordedWrite[];
}

/** The names of the releases, oldest first. */
export async function recordedReleases(): Promise<string[]> {
  const names = (await readdir(FOLDER)).map((file) => file.replace(/\.br$/, ''));
  const fixtures = await Promise.all(names.map(async (name) => (await openFixture(name)).fixture));
  return fixtures
    .sort((one, other) => (one.recordedAt < other.recordedAt ? -1 : 1))
    .map(({ release }) => release);
}

/** Puts the data directory of a release into a folder. */
export async function unpackRelease(release: string, folder: string): Promise<ReleaseFixture> {
  const { fixture, files, bytes } = await openFixture(release);
  let at = 0;
  for (const { path, size } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes.subarray(at, at + size));
    at += size;
  }
  return fixture;
}

async function openFixture(release: string) {
  const packed = brotliDecompressSync(await readFile(join(FOLDER, `${release}.br`)));
  const end = 4 + packed.readUInt32LE(0);
  const { files, ...fixture } = JSON.parse(packed.toString('utf8', 4, end)) as ReleaseFixture & {
    files: { path: string; size: number }[];
  };
  return { fixture, files, bytes: packed.subarray(end) };
}

/**
 * Where an answer differs from the recorded one, as `/place: before, now`. It may have more fields; what the recording left
 * out was about the moment.
 */
export function differences(before: unknown, now: unknown, place = ''): string[] {
  if (before === undefined || before === now) return [];
  if (Array.isArray(before) && Array.isArray(now) && before.length === now.length)
    return before.flatMap((item, i) => (item === null ? [] : differences(item, now[i], `${place}/${i}`)));
  if (isObject(before) && isObject(now))
    return Object.keys(before).flatMap((key) => differences(before[key], now[key], `${place}/${key}`));
  return [`${place}: ${JSON.stringify(before)}, ${JSON.stringify(now)}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
