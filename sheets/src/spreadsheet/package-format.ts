import { unsupported } from '../core/file-error.js';
import { passwordNeeded } from '../ole/built-in-password.js';
import type { ZipArchive } from '../zip/zip-archive.js';
import type { FileFormat } from './spreadsheet-file.js';

/** The format of a zip-based Office file, by its content. */
export async function packageFormat(archive: ZipArchive): Promise<FileFormat> {
  const manifest = await textOf(archive, 'META-INF/manifest.xml');
  if (manifest.includes('encryption-data')) throw passwordNeeded();
  const mimetype = (await textOf(archive, 'mimetype')) || manifest;
  if (mimetype.includes('opendocument.spreadsheet') && archive.find('content.xml')) return 'ods';

  const types = await textOf(archive, '[Content_Types].xml');
  if (/<Override[^>]*sheet\.binary\.macroEnabled\.main/i.test(types) || archive.find('xl/workbook.bin'))
    return 'xlsb';
  if (/(excel\.sheet|template|addin)\.macroEnabled\.main/i.test(types)) return 'xlsm';
  if (/spreadsheetml\.(sheet|template)\.main/i.test(types) || archive.find('xl/workbook.xml')) return 'xlsx';
  throw unsupported('file-zip-without-spreadsheet');
}

async function textOf(archive: ZipArchive, name: string): Promise<string> {
  const entry = archive.find(name);
  return entry ? (await archive.bytes(entry)).toString('latin1') : '';
}
