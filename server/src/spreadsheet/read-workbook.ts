import { readFile } from 'node:fs/promises';
import { problem } from '../core/problems.js';
import { containerKind, formatOfName } from './file-format.js';
import type { SpreadsheetFile } from './grid.js';
import { looksDelimited, readDelimited } from './read-delimited.js';
import { readPackage, readXls } from './read-office-file.js';

/** Reads a file as what its content is; its name decides only where the content does not. */
export async function readWorkbook(path: string, filename: string): Promise<SpreadsheetFile> {
  const bytes = await readFile(path);
  if (bytes.length === 0) throw problem('empty-file', 'The file is empty: it has no bytes.');
  switch (containerKind(bytes)) {
    case 'zip':
      return readPackage(bytes);
    case 'ole':
    case 'biff':
      return readXls(bytes);
    case 'foreign':
      throw problem('unsupported-file');
    case 'unknown':
      return readText(bytes, filename);
  }
}

function readText(bytes: Buffer, filename: string): SpreadsheetFile {
  const promised = formatOfName(filename);
  if (promised === 'csv' || promised === 'tsv' || looksDelimited(bytes)) {
    return readDelimited(bytes, filename, promised);
  }
  if (!promised) throw problem('unsupported-file');
  throw problem(
    'unreadable-file',
    `The name says ${promised}, but the content is something else or was cut short.`,
  );
}
