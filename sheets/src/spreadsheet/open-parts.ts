import { tooComplex } from '../core/file-error.js';
import type { ZipArchive } from '../zip/zip-archive.js';
import { limits } from './limits.js';
import { refuseDoctype } from './refuse-doctype.js';

/** The parts of an Office file by name, in the order of the archive. */
export type Parts = Map<string, Buffer>;

const wanted = /(\.(xml|rels|bin)|^mimetype)$/i;
const unwanted = /(vbaProject|printerSettings\d*|oleObject\d*)\.bin$/i;

/** Every part that a parser of whole files may need, inflated within limits. */
export async function openParts(archive: ZipArchive): Promise<Parts> {
  const parts: Parts = new Map();
  let total = 0;
  for (const entry of archive.entries) {
    if (!wanted.test(entry.name) || unwanted.test(entry.name)) continue;
    total += entry.size;
    if (total > limits.inflatedTotalBytes) {
      throw tooComplex('zip-inflates', { part: entry.name });
    }
    const content = await archive.bytes(entry, limits.inflatedEntryBytes);
    const isXml = /\.(xml|rels)$/i.test(entry.name);
    parts.set(entry.name, isXml ? refuseDoctype(entry.name, content) : content);
  }
  return parts;
}
