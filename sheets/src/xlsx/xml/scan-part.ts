import type { ZipArchive } from '../../zip/zip-archive.js';
import type { ZipEntry } from '../../zip/zip-directory.js';
import { ToUtf8 } from './to-utf8.js';
import { type XmlHandler, XmlScanner } from './xml-scanner.js';

/** Scans a part with a handler while it is inflated, whatever its encoding. */
export async function scanPart(
  archive: Pick<ZipArchive, 'chunks'>,
  entry: ZipEntry,
  handler: (scanner: XmlScanner) => XmlHandler,
): Promise<void> {
  const scanner = new XmlScanner(entry.name, handler);
  const toUtf8 = new ToUtf8(entry.name);
  for await (const chunk of archive.chunks(entry)) scanner.push(toUtf8.push(chunk));
  scanner.push(toUtf8.end());
  scanner.end();
}

/** Like `scanPart`, for a part in memory. */
export function scanBytes(name: string, bytes: Buffer, handler: (scanner: XmlScanner) => XmlHandler): void {
  const scanner = new XmlScanner(name, handler);
  const toUtf8 = new ToUtf8(name);
  scanner.push(toUtf8.push(bytes));
  scanner.push(toUtf8.end());
  scanner.end();
}
