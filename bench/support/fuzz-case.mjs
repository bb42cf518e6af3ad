// The child of fuzz-spreadsheets.mjs: damages one file according to its seed, reads it and checks the result.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CellKind } from '#sheets/grid/grid.js';
import { mutateFile } from './mutate-file.mjs';
import { answerJobs } from './reader-pool.mjs';
import { tryToRead } from './try-to-read.mjs';

answerJobs(async ({ path, filename, seed, directory }) => {
  const damaged = join(directory, `damaged-${process.pid}`);
  await writeFile(damaged, mutateFile(await readFile(path), seed));
  const { workbook, refused, failed } = await tryToRead(damaged, filename);
  return { refused, failed: failed ?? workbook?.sheets.map(unsoundness).find(Boolean) };
});

/** What is wrong with a grid that no file, however damaged, may cause. */
function unsoundness(sheet) {
  for (const column of sheet.columns) {
    if (!column) continue;
    if (column.values.length !== column.kinds.length) return 'kinds and values differ in length';
    for (const [slot, kind] of column.kinds.entries()) {
      if (kind === CellKind.empty) continue;
      if (column.firstRow + slot >= sheet.rowCount) return 'a cell lies below the last row';
      const value = column.values[slot];
      const isText = kind === CellKind.text || kind === CellKind.error;
      if (isText && typeof sheet.texts.at(value) !== 'string') return 'a text is missing';
      if (!isText && !Number.isFinite(value)) return 'a number is not finite';
    }
  }
  return undefined;
}
