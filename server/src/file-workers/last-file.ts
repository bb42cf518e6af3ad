import type { SpreadsheetFile } from '@workbook-data-service/sheets';
import { readWorkbook } from './read-file.js';

export interface KnownFile {
  path: string;
  /** It decides how a text file is read. */
  filename: string;
  /** The hash of its content: a file need not be read twice. */
  hash: string;
}

let last: { key: string; file: SpreadsheetFile } | undefined;

/** Reads a file, or returns the last one read if it is the same: a reader of one page wants the next. */
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
