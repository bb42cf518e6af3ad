// All figures of structuring: what analyzeSheet proposes against the labels, then the parts it is made of.
//   node bench/structure/run.mjs [data folder]      (or SHARED_DATA=…)
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readDelimited } from '#sheets/spreadsheet/read-delimited.js';
import { readWorkbook } from '#sheets/spreadsheet/read-workbook.js';
import { analyzeSheet } from '#structure/analyze/analyze-sheet.js';
import { acceptSuggestions } from '#structure/decisions/accept-suggestions.js';
import { materializeSheet } from '#structure/materialize/materialize-sheet.js';
import { SheetCells } from '#structure/sheet-cells.js';
import { printTable } from '../support/measure.mjs';
import { printReshape } from './reshape-through-spec.mjs';
import { rolesOfSpec } from './roles-of-spec.mjs';
import { scoreLines, scoreRegions } from './score.mjs';
import { printSpeed } from './speed.mjs';

const DATA = `${resolve(process.argv[2] ?? process.env.SHARED_DATA ?? new URL('../../../shared/data', import.meta.url).pathname)}/`;

const readLabels = (path) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

printLines();
printRegions();
await printMunicipal();
printReshape(`${DATA}reshape/`, {
  readDelimited,
  analyzeSheet,
  acceptSuggestions,
  materializeSheet,
  SheetCells,
});
await printSpeed({ readDelimited, analyzeSheet, materializeSheet });
for (const part of ['aggregations', 'reshape', 'hierarchy', 'lines']) {
  const script = new URL(`${part}.mjs`, import.meta.url).pathname;
  process.stdout.write(execFileSync(process.execPath, [script], { encoding: 'utf8' }));
}

/** The shipped model was trained on these lines; bench/structure/lines.mjs tests on others. */
function printLines() {
  const rows = ['saus', 'cius', 'deex'].map((set) => {
    const labels = readLabels(`${DATA}lines/${set}.jsonl`);
    const predictions = labels.map(({ file, lines }) => ({
      file,
      lines: rolesOfSpec(specOf(`${DATA}lines/${file}`), lines.length),
    }));
    const { macro_f1, accuracy, per_role } = scoreLines(labels, predictions);
    return [set, macro_f1, accuracy, ...Object.values(per_role)];
  });
  const roles = ['metadata', 'header', 'group', 'data', 'derived', 'notes'];
  printTable('Roles of lines through the spec', ['set', 'macro F1', 'accuracy', ...roles], rows);
}

function printRegions() {
  const labels = readLabels(`${DATA}regions/labels.jsonl`);
  const read = (file) => readFileSync(`${DATA}regions/files/${file}`, 'utf8');
  const predictions = labels.map(({ file }) => ({
    file,
    regions: specOf(`${DATA}regions/files/${file}`).regions.map(({ range }) => range),
  }));
  const { exact_recall_by_template, iou_1 } = scoreRegions(labels, predictions, read);
  // The same score with labels and predictions exchanged, so that precision is also a mean by template.
  const exchanged = scoreRegions(
    labels.map(({ file, template }, at) => ({ file, template, regions: predictions[at].regions })),
    labels.map(({ file, regions }) => ({ file, regions })),
    read,
  );
  printTable(
    'Regions met exactly, through the spec',
    ['measure', 'recall', 'precision'],
    [
      ['mean by template', exact_recall_by_template, exchanged.exact_recall_by_template],
      ['all regions', iou_1.recall, iou_1.precision],
    ],
  );
}

async function printMunicipal() {
  const files = readdirSync(`${DATA}xlsx/kobe`);
  const sum = { files: files.length, failed: 0, sheets: 0, tables: 0, cells: 0, placed: 0, listed: 0 };
  for (const file of files) {
    try {
      const { sheets, dialect } = await readWorkbook(`${DATA}xlsx/kobe/${file}`, file);
      for (const sheet of sheets) {
        const { tables, coverage } = materializeSheet(sheet, dialect, analyzeSheet(sheet, dialect), 'table');
        sum.sheets++;
        sum.tables += tables.length;
        sum.cells += coverage.cells;
        sum.placed += coverage.placed;
        sum.listed += coverage.unplaced.total;
      }
    } catch (error) {
      sum.failed++;
      console.log(`${file}: ${error.message}`);
    }
  }
  printTable('Japanese municipal files', Object.keys(sum), [Object.values(sum)]);
}

/** The labelled csv files are RFC 4180 in UTF-8 with commas, so no dialect has to be guessed. */
function specOf(path) {
  const { sheets, dialect } = readDelimited(readFileSync(path), 'sheet.csv', 'csv');
  return analyzeSheet(sheets[0], dialect);
}
