import { open, readFile } from 'node:fs/promises';
import { damaged, FileError, sayOfFile, unsupported } from '../core/file-error.js';
import { decryptPackage, holdsPackage } from '../ole/encrypted-package.js';
import { OleContainer } from '../ole/ole-container.js';
import { readDefinedNames, readXlsx } from '../xlsx/read/read-xlsx.js';
import { ZipArchive } from '../zip/zip-archive.js';
import { mergeCentredAcross } from './centred-across.js';
import { computeResults } from './compute-results.js';
import { containerKind, formatOfName } from './file-format.js';
import { openParts } from './open-parts.js';
import { packageFormat } from './package-format.js';
import { looksDelimited, readDelimited } from './read-delimited.js';
import { readParts, readXls } from './read-sheetjs.js';
import { refuseScattered } from './refuse-scattered.js';
import type { SpreadsheetFile } from './spreadsheet-file.js';

/**
 * Reads a file by its content; its name decides only where the content is ambiguous. Formulas without their results are
 * computed, and labels centred across cells are merged with them.
 */
export async function readWorkbook(path: string, filename: string): Promise<SpreadsheetFile> {
  const file = await readStoredWorkbook(path, filename);
  const isComputable = file.format === 'xlsx' || file.format === 'xlsm';
  const sheets = isComputable ? computeResults(file.sheets, file.definedNames) : file.sheets;
  return { ...file, sheets: sheets.map(mergeCentredAcross) };
}

/** Likewise, but formulas without their results are empty cells. */
export async function readStoredWorkbook(path: string, filename: string): Promise<SpreadsheetFile> {
  return await readAs(path, filename, readXlsx);
}

/** Only the format and the defined names; of an xlsx file no sheet is read for them. */
export async function readNamesOfWorkbook(
  path: string,
  filename: string,
): Promise<Omit<SpreadsheetFile, 'sheets'>> {
  return await readAs(path, filename, async (archive) => ({
    sheets: [],
    definedNames: await readDefinedNames(archive),
  }));
}

/** Reads the content of an xlsx file, or a part of it. */
type XlsxReader = (archive: ZipArchive) => Promise<Pick<SpreadsheetFile, 'sheets' | 'definedNames'>>;

async function readAs(path: string, filename: string, readXlsxFile: XlsxReader): Promise<SpreadsheetFile> {
  const file = await readByContent(path, filename, readXlsxFile);
  file.sheets.forEach(refuseScattered);
  return file;
}

async function readByContent(
  path: string,
  filename: string,
  readXlsxFile: XlsxReader,
): Promise<SpreadsheetFile> {
  const start = await firstBytes(path);
  if (start.length === 0) throw new FileError('empty-file', sayOfFile('file-empty'));
  switch (containerKind(start)) {
    case 'zip':
      return await readPackage(await ZipArchive.open(path), readXlsxFile);
    case 'ole':
      return await readContainer(new OleContainer(await readFile(path)), readXlsxFile);
    case 'biff':
      return readXls(await readFile(path));
    case 'foreign':
      throw unsupported('file-unknown-format');
    case 'unknown':
      return readText(await readFile(path), filename);
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function readContainer(container: OleContainer, readXlsxFile: XlsxReader): Promise<SpreadsheetFile> {
  if (holdsPackage(container))
    return await readPackage(await ZipArchive.of(decryptPackage(container)), readXlsxFile);
  const stream = container.stream('Workbook') ?? container.stream('Book');
  if (stream) return readXls(stream);
  throw unsupported('file-office-without-spreadsheet');
}

async function readPackage(archive: ZipArchive, readXlsxFile: XlsxReader): Promise<SpreadsheetFile> {
  try {
    const format = await packageFormat(archive);
    if (format !== 'xlsx' && format !== 'xlsm') return readParts(format, await openParts(archive));
    const { sheets, definedNames } = await readXlsxFile(archive);
    return { format, dialect: null, sheets, definedNames };
  } finally {
    await archive.close();
  }
}

function readText(bytes: Buffer, filename: string): SpreadsheetFile {
  const promised = formatOfName(filename);
  if (promised === 'csv' || promised === 'tsv' || looksDelimited(bytes)) {
    return readDelimited(bytes, filename, promised);
  }
  if (!promised) throw unsupported('file-unknown-format');
  throw damaged('file-other-than-named', { format: promised });
}
