import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cellCount } from '#sheets/grid/cell-count.js';
import { readWorkbook } from '#sheets/spreadsheet/read-workbook.js';
import { analyzeSheet } from '#structure/analyze/analyze-sheet.js';
import { confidenceOf } from '#structure/confidence-of.js';
import { Random } from '../outcomes/random.mjs';
import { readSource } from './read-asked.mjs';

const SURE = 0.9;
/** Smaller sheets are hardly any; larger ones take a judge too long. */
const CELLS = { least: 6, most: 200_000 };
const FORMATS = /\.(?:xlsx|xlsm|xls|ods|csv|tsv)$/i;

/**
 * Sheets of a folder of files, one of each file by a seed, until so many of them are doubtful; those that rules are sure of are
 * among them, and nobody is asked about these.
 */
export async function* drawFiles(folder, count, seed) {
  const random = new Random('files', seed);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    FORMATS.test(path),
  );
  let doubtful = 0;
  for (const path of random.shuffled(files.sort())) {
    if (doubtful === count) break;
    const source = await sheetOf(join(folder, path), random);
    if (!source) continue;
    const { sheet, dialect, baseName } = await readSource(source);
    const sure = confidenceOf(analyzeSheet(sheet, dialect, { baseName }).regions);
    if (sure === null) continue;
    if (sure < SURE) doubtful++;
    yield { ...source, isSure: sure >= SURE };
  }
}

async function sheetOf(file, random) {
  try {
    const { sheets } = await readWorkbook(file, basename(file));
    const fit = sheets.filter((sheet) => {
      const cells = cellCount(sheet);
      return sheet.visibility === 'visible' && cells >= CELLS.least && cells <= CELLS.most;
    });
    return fit.length > 0 ? { file, sheet: random.pick(fit).name } : undefined;
  } catch (error) {
    console.error(basename(file), error.message);
    return undefined;
  }
}
