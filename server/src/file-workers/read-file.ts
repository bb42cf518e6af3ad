import { FileError } from '../core/file-error.js';
import { problem } from '../core/problems.js';
import * as reading from '../spreadsheet/read-workbook.js';

/** Reading for the service: what is wrong with a file is a problem of the request that brought it. */
export const readWorkbook = refusing(reading.readWorkbook);
export const readStoredWorkbook = refusing(reading.readStoredWorkbook);
export const readNamesOfWorkbook = refusing(reading.readNamesOfWorkbook);

function refusing<File>(
  read: (path: string, filename: string) => Promise<File>,
): (path: string, filename: string) => Promise<File> {
  return async (path, filename) => {
    try {
      return await read(path, filename);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw problem(error.code, error.message, error.fix === undefined ? {} : { fix: error.fix });
    }
  };
}
