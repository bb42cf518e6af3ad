import * as sheets from '@workbook-data-service/sheets';
import { problem } from '../core/problems.js';

/** Reading for the service: what is wrong with a file is a problem of the request that brought it. */
export const readWorkbook = refusing(sheets.readWorkbook);
export const readStoredWorkbook = refusing(sheets.readStoredWorkbook);
export const readNamesOfWorkbook = refusing(sheets.readNamesOfWorkbook);

function refusing<File>(
  read: (path: string, filename: string) => Promise<File>,
): (path: string, filename: string) => Promise<File> {
  return async (path, filename) => {
    try {
      return await read(path, filename);
    } catch (error) {
      if (!(error instanceof sheets.FileError)) throw error;
      throw problem(error.code, error.said, error.fix === undefined ? {} : { fix: error.fix });
    }
  };
}
