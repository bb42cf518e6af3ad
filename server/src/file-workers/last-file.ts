import { readWorkbook } from '../spreadsheet/read-workbook.js';
import type { SpreadsheetFile } from '../spreadsheet/spreadsheet-file.js';

export interface KnownFile {
  path: string;
  /** It decides how a text file is read. */
  filename: string;
  /** Of its content: what was read once need not be read again. */
  hash: string;
}

let last: { key: string; file: SpreadsheetFile } | undefined;

/** Reads a file, or remembers it where it is the one that was read last: whoever looks at one page wants the next. */
export async function readLastFile({ path, filename, hash }: KnownFile): Promise<SpreadsheetFile> {
  const key = `${hash} ${filename}`;
  if (last?.key === key) return last.file;
  forgetLastFile();
  last = { key, file: await readWorkbook(path, filename) };
  return last.file;
}

export function forgetLastFile(): void {
  last = undefined;
}
