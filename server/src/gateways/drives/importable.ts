import { cleanFilename } from '../../core/file-names.js';
import type { DriveFile, DrivePage } from './drive.js';

/** The types of files that the service reads, with the extension for names that have none. */
export const spreadsheetTypes: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.template': 'xltx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-excel.sheet.macroenabled.12': 'xlsm',
  'application/vnd.ms-excel.sheet.binary.macroenabled.12': 'xlsb',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
};

const extensionOfReadable = /\.(?:xlsx|xltx|xlsm|xltm|xls|xlt|xlsb|ods|ots|csv|tsv|tab)$/i;

/** Drives know many files only as text or bytes; their extension then tells more. */
export function isReadable(name: string, mimeType: string | null): boolean {
  return extensionOf(mimeType) !== undefined || extensionOfReadable.test(name);
}

/** The name to store a file under: no folders in it, and an extension that says what it is. */
export function filenameFor(name: string, extension?: string | null): string {
  // A drive allows slashes within a name; what stands before the last one is no folder.
  const flat = name.replaceAll(/[\\/]/g, '_');
  const isComplete = !extension || extensionOfReadable.test(flat);
  return cleanFilename(isComplete ? flat : `${flat}.${extension}`);
}

export function extensionOf(mimeType: string | null): string | undefined {
  const type = mimeType?.toLowerCase() ?? '';
  return Object.hasOwn(spreadsheetTypes, type) ? spreadsheetTypes[type] : undefined;
}

/** How many pages without a single importable file are passed over at once. */
const MOST_EMPTY_PAGES = 10;

/** The next page with anything in it, folders first: a folder of a thousand photos is not a thousand blank pages. */
export async function nextPageOf(
  cursor: string | null,
  read: (cursor: string | null) => Promise<DrivePage>,
): Promise<DrivePage> {
  let page = await read(cursor);
  for (let n = 0; n < MOST_EMPTY_PAGES && page.files.length === 0 && page.nextCursor !== null; n++)
    page = await read(page.nextCursor);
  return { ...page, files: foldersFirst(page.files) };
}

function foldersFirst(files: readonly DriveFile[]): DriveFile[] {
  return [...files.filter(({ isFolder }) => isFolder), ...files.filter(({ isFolder }) => !isFolder)];
}
