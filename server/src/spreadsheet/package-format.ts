import { problem } from '../core/problems.js';
import type { FileFormat } from './grid.js';
import type { Parts } from './open-package.js';

/** Which of our formats a zip-based office file is, by what it says inside. */
export function packageFormat(parts: Parts): FileFormat {
  const manifest = parts.get('META-INF/manifest.xml')?.toString('latin1');
  if (manifest?.includes('encryption-data')) throw problem('encrypted-file');
  const mimetype = parts.get('mimetype')?.toString('latin1') ?? manifest ?? '';
  if (mimetype.includes('opendocument.spreadsheet') && parts.has('content.xml')) return 'ods';

  const types = parts.get('[Content_Types].xml')?.toString('latin1') ?? '';
  if (/<Override[^>]*sheet\.binary\.macroEnabled\.main/i.test(types) || parts.has('xl/workbook.bin'))
    return 'xlsb';
  if (/(excel\.sheet|template|addin)\.macroEnabled\.main/i.test(types)) return 'xlsm';
  if (/spreadsheetml\.(sheet|template)\.main/i.test(types) || parts.has('xl/workbook.xml')) return 'xlsx';
  throw problem('unsupported-file', 'The file is a zip archive, but there is no spreadsheet inside.');
}
