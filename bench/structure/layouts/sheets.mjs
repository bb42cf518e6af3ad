import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readWorkbook } from '#sheets/spreadsheet/read-workbook.js';
import { businessCase, businessSheets } from '../business/cases.mjs';

const DATA = `${resolve(process.env.SHARED_DATA ?? new URL('../../../../shared/data', import.meta.url).pathname)}/`;

/** Sheets written by hand, and every `step`th of public files: `{set, file, sheet, dialect}`. */
export async function* writtenAndPublic({ business = 1, files = 1, first = 0 } = {}) {
  for (const name of every(businessSheets(), business)) {
    const one = businessCase(name);
    yield { set: 'written', file: `${name}.${one.format}`, ...(await one.page.read(one.format, one.base)) };
  }
  for (const { folder, file } of publicFiles(files, first))
    try {
      const { sheets, dialect } = await readWorkbook(join(DATA, folder, file), file);
      const [sheet] = sheets.filter(({ rowCount }) => rowCount > 1 && rowCount < 2000);
      if (sheet) yield { set: folder, file, sheet, dialect };
    } catch {
      // Some are there to be refused.
    }
}

const folders = [
  'xlsx/kobe',
  'xlsx/tasi',
  'xlsx/senbazuru',
  'regions/files',
  'lines/saus',
  'lines/cius',
  'lines/deex',
  'workbooks/files',
];

/** Every `step`th public file of each set, from the `first` on. */
export const publicFiles = (step, first = 0) =>
  folders.flatMap((folder) =>
    every(readdirSync(join(DATA, folder)).sort().slice(first), step)
      .filter((file) => /\.(?:csv|xlsx?|xlsm|xlsb|ods)$/.test(file))
      .map((file) => ({ folder, file, path: join(DATA, folder, file) })),
  );

const every = (list, step) => list.filter((_, at) => at % step === 0);
