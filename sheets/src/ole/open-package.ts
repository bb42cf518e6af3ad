import { open, readFile } from 'node:fs/promises';
import { ZipArchive } from '../zip/zip-archive.js';
import { decryptPackage } from './encrypted-package.js';
import { OleContainer, oleMark } from './ole-container.js';

/** Opens the zip archive of an Office file, which may be encrypted with Excel's built-in password. */
export async function openPackage(path: string): Promise<ZipArchive> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(oleMark.length), 0, oleMark.length, 0);
    if (!buffer.equals(oleMark)) return await ZipArchive.open(path);
  } finally {
    await file.close();
  }
  return await ZipArchive.of(decryptPackage(new OleContainer(await readFile(path))));
}
