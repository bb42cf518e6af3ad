import { decodeCursor, encodeCursor, isText } from '../../core/cursor.js';
import { cleanFilename } from '../../core/file-names.js';
import type { DriveFile, DrivePage } from './drive.js';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The types of files that the service reads, with the extension for names that have none. */
export const spreadsheetTypes: Readonly<Record<string, string>> = {
  [XLSX]: 'xlsx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.template': 'xltx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-excel.sheet.macroEnabled.12': 'xlsm',
  'application/vnd.ms-excel.sheet.binary.macroEnabled.12': 'xlsb',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
};

const extensions = new Map(
  Object.entries(spreadsheetTypes).map(([type, name]) => [type.toLowerCase(), name]),
);
const readableName = /\.(?:xlsx|xltx|xlsm|xltm|xls|xlt|xlsb|ods|ots|csv|tsv|tab)$/i;

/** The extension that the type asks for; drives do not agree on the case of types. */
export function extensionOf(mimeType: string | null): string | undefined {
  return extensions.get(mimeType?.toLowerCase() ?? '');
}

/** Drives know many files only as text or bytes; their extension then tells more. */
export function isReadable(name: string, mimeType: string | null): boolean {
  return extensionOf(mimeType) !== undefined || readableName.test(name);
}

/** The name to store a file under: no folders in it, and an extension that says what it is. */
export function filenameFor(name: string, extension: string | undefined): string {
  // A drive allows slashes within a name; what stands before the last one is no folder.
  const flat = name.replaceAll(/[\\/]/g, '_');
  return cleanFilename(extension === undefined || readableName.test(flat) ? flat : `${flat}.${extension}`);
}

/** A page as a drive lists it, with the position where the next one starts. */
export interface ListPage {
  files: DriveFile[];
  next: string | null;
}

/** How many pages without a single importable file are passed over at once. */
const MAX_EMPTY_PAGES = 10;

/** The next page with anything in it, folders first: a folder of a thousand photos is not a row of blank pages. */
export async function nextPageOf(
  cursor: string | null,
  read: (position: string | null) => Promise<ListPage>,
): Promise<DrivePage> {
  let page = await read(cursor === null ? null : decodeCursor(cursor, isText));
  for (let n = 0; n < MAX_EMPTY_PAGES && page.files.length === 0 && page.next !== null; n++)
    page = await read(page.next);
  return { files: foldersFirst(page.files), nextCursor: page.next === null ? null : encodeCursor(page.next) };
}

function foldersFirst(files: readonly DriveFile[]): DriveFile[] {
  return [...files.filter(({ isFolder }) => isFolder), ...files.filter(({ isFolder }) => !isFolder)];
}
