import type { FileFormat } from './spreadsheet-file.js';

const extensions: Record<string, FileFormat> = {
  xlsx: 'xlsx',
  xltx: 'xlsx',
  xlsm: 'xlsm',
  xltm: 'xlsm',
  xls: 'xls',
  xlt: 'xls',
  xlsb: 'xlsb',
  ods: 'ods',
  ots: 'ods',
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
};

/** The format that the file extension names, if it is a supported one. */
export function formatOfName(filename: string): FileFormat | undefined {
  const extension = /\.([^./\\]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
}

type ContainerKind = 'zip' | 'ole' | 'biff' | 'foreign' | 'unknown';

const marks: [ContainerKind, string[]][] = [
  ['zip', ['PK\x03\x04', 'PK\x05\x06']],
  ['ole', ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1']],
  // The first record of the bare streams of Excel 2, 3, 4 and 5.
  ['biff', ['\x09\0\x04\0', '\x09\0\x06\0', '\x09\x02\x06\0', '\x09\x04\x06\0', '\x09\x08\x08\0']],
  ['foreign', ['%PDF', '\x89PNG', '\xff\xd8\xff', 'GIF8', '\x1f\x8b', '7z\xbc\xaf', 'Rar!', 'BZh', '{\\rtf']],
  ['foreign', ['PAR1', 'SQLite format 3', '\x7fELF', '\xfd7zXZ', '\x28\xb5\x2f\xfd']],
];

/** The container that the first bytes prove; text has no such mark and is unknown. */
export function containerKind(bytes: Buffer): ContainerKind {
  const start = bytes.toString('latin1', 0, 16);
  return marks.find(([, prefixes]) => prefixes.some((prefix) => start.startsWith(prefix)))?.[0] ?? 'unknown';
}
