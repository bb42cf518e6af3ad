import { Problem } from '#server/core/problems.js';
import { readWorkbook } from '#server/file-workers/read-file.js';

/** `{ workbook }`, `{ refused: slug }` if the file is at fault, or `{ failed: stack }` if the reader is. */
export async function tryToRead(path, filename) {
  try {
    return { workbook: await readWorkbook(path, filename) };
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return { refused: error.slug, detail: error.detail };
    return { failed: error instanceof Error ? error.stack : String(error) };
  }
}
