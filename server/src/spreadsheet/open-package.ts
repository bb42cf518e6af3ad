import { crc32, inflateRawSync } from 'node:zlib';
import { problem } from '../core/problems.js';
import { limits } from './limits.js';
import { refuseDoctype } from './refuse-doctype.js';
import { damaged, readZipDirectory, type ZipEntry } from './zip-directory.js';

/** The parts of an office file by name, in the order of the archive. */
export type Parts = Map<string, Buffer>;

const wanted = /(\.(xml|rels|bin|vml)|^mimetype)$/i;
const unwanted = /(vbaProject|printerSettings\d*|oleObject\d*)\.bin$/i;

/** Opens a zip-based office file: every entry is inflated within bounds and checked, the readable ones are kept. */
export function openPackage(file: Buffer): Parts {
  const entries = readZipDirectory(file);
  refuseBombs(entries);
  const parts: Parts = new Map();
  for (const entry of entries) {
    const content = inflate(file, entry);
    if (!wanted.test(entry.name) || unwanted.test(entry.name)) continue;
    parts.set(
      entry.name,
      /\.(xml|rels|vml)$/i.test(entry.name) ? refuseDoctype(entry.name, content) : content,
    );
  }
  return parts;
}

/** Judges by the declared sizes, which `inflate` then holds each entry to. */
function refuseBombs(entries: ZipEntry[]): void {
  let total = 0;
  for (const { name, size, compressedSize } of entries) {
    total += size;
    const dense = size > limits.ratioJudgedFromBytes && size > compressedSize * limits.compressionRatio;
    if (dense || size > limits.inflatedEntryBytes || total > limits.inflatedTotalBytes) {
      throw problem('file-too-complex', `${name} inflates to more than can be read safely.`);
    }
  }
}

function inflate(file: Buffer, entry: ZipEntry): Buffer {
  const packed = file.subarray(entry.start, entry.start + entry.compressedSize);
  const content = entry.method === 0 ? packed : inflateWithin(packed, entry);
  if (content.length !== entry.size || crc32(content) !== entry.crc) {
    throw damaged(`${entry.name} does not match its checksum`);
  }
  return content;
}

function inflateWithin(packed: Buffer, { name, size }: ZipEntry): Buffer {
  try {
    const chunkSize = Math.min(Math.max(size + 64, 1024), 2 ** 24);
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1), chunkSize });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw problem('file-too-complex', `${name} inflates to more than it declares.`);
    }
    throw damaged(`${name} cannot be inflated`);
  }
}
