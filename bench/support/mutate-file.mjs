// Damage for the fuzz run: to the bytes of a file, or to the parts inside it, with the archive rebuilt.
import { createRequire } from 'node:module';
import { LOCAL_HEADER, readEntries, writeEntries } from './zip.mjs';

const require = createRequire(new URL('../../server/package.json', import.meta.url));
const { CFB } = require('@e965/xlsx');

const MAX_PLACES = 8;
const LONGEST_CHUNK = 2000;
/** Values that break parsers more often than random bytes. */
const MORSELS = [
  '<',
  '>',
  '"',
  '/',
  '&',
  '<!--',
  '<![CDATA[',
  '<c r="',
  '</row>',
  '-1',
  '4294967296',
  '1e308',
  '\0',
];

/** A pseudo-random sequence determined by a seed: `below(n)` is an integer from 0 to n - 1. */
export function dice(seed) {
  let state = seed >>> 0;
  return {
    below(limit) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
    },
  };
}

/** Damages a copy of a file according to the seed. */
export function mutateFile(bytes, seed) {
  const random = dice(seed);
  const isZip = bytes.length > 4 && bytes.readUInt32LE(0) === LOCAL_HEADER;
  if (isZip && random.below(3) > 0) return mutatePart(bytes, random);
  if (!isZip && random.below(2) > 0) return mutateStream(bytes, random);
  return damage(bytes, random);
}

function damage(bytes, random) {
  if (bytes.length === 0) return bytes;
  const kinds = [flipBits, overwrite, insertMorsels, truncate, duplicateChunk, removeChunk];
  return kinds[random.below(kinds.length)](bytes, random);
}

function flipBits(bytes, random) {
  const damaged = Buffer.from(bytes);
  for (let left = 1 + random.below(MAX_PLACES); left > 0; left--) {
    damaged[random.below(damaged.length)] ^= 1 << random.below(8);
  }
  return damaged;
}

function overwrite(bytes, random) {
  const damaged = Buffer.from(bytes);
  for (let left = 1 + random.below(MAX_PLACES); left > 0; left--) {
    damaged[random.below(damaged.length)] = random.below(256);
  }
  return damaged;
}

function insertMorsels(bytes, random) {
  const at = random.below(bytes.length);
  const replaced = random.below(8);
  const morsel = Buffer.from(MORSELS[random.below(MORSELS.length)]);
  return Buffer.concat([bytes.subarray(0, at), morsel, bytes.subarray(at + replaced)]);
}

const truncate = (bytes, random) => bytes.subarray(0, random.below(bytes.length));

function duplicateChunk(bytes, random) {
  const from = random.below(bytes.length);
  const chunk = bytes.subarray(from, from + 1 + random.below(LONGEST_CHUNK));
  const to = random.below(bytes.length);
  return Buffer.concat([bytes.subarray(0, to), chunk, bytes.subarray(to)]);
}

function removeChunk(bytes, random) {
  const from = random.below(bytes.length);
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + 1 + random.below(LONGEST_CHUNK))]);
}

/**
 * Damages one or two parts of an archive and packs all of it again, so that the parsers behind the zip are
 * reached.
 */
function mutatePart(bytes, random) {
  const entries = readEntries(bytes);
  if (entries.length === 0) return damage(bytes, random);
  for (let left = 1 + random.below(2); left > 0; left--) {
    const entry = entries[random.below(entries.length)];
    entry.content = damage(entry.content, random);
  }
  return writeEntries(entries);
}

/** The same for the streams of an xls file. */
function mutateStream(bytes, random) {
  try {
    const container = CFB.read(bytes, { type: 'buffer' });
    const streams = container.FileIndex.filter(({ content }) => content?.length > 0);
    const stream = streams[random.below(streams.length)];
    stream.content = damage(Buffer.from(stream.content), random);
    stream.size = stream.content.length;
    return CFB.write(container, { type: 'buffer' });
  } catch {
    return damage(bytes, random);
  }
}
