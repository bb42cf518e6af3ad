// Roles of lines on sheets that the model was not trained on: the labelled sets by cross-validation, and everyday
// sheets of families that were left out.
import { readFileSync } from 'node:fs';
import { readDelimited } from '#sheets/spreadsheet/read-delimited.js';
import { scoredRoles } from '#structure/lines/line-role.js';
import { printTable } from '../support/measure.mjs';
import { withWeights } from './build-with-weights.mjs';
import { everydayFamilies } from './everyday-sheets.mjs';
import { fitLineModel } from './fit-line-model.mjs';
import { FOLDS, foldsOf } from './fold-sheets.mjs';
import { DATA, readSheets, SETS } from './line-corpus.mjs';
import { makeCase } from './outcomes/make-case.mjs';
import { rolesOfSpec } from './roles-of-spec.mjs';
import { scoreLines } from './score.mjs';

const GOALS = { saus: 0.9, cius: 0.9, deex: 0.65 };
const CASES_PER_FAMILY = 40;

/** @type {Record<'alone' | 'spec', {file: string, labels: string[], lines: string[]}[]>} */
const labelled = { alone: [], spec: [] };
const everyday = [];
for (const [fold, { training, tested }] of foldsOf(SETS.flatMap(readSheets)).entries()) {
  const isTested = (_, at) => at % FOLDS === fold;
  const families = everydayFamilies.filter((family, at) => !isTested(family, at));
  await withWeights(fitLineModel(training, families), async (load) => {
    await readLabelled(load, tested);
    await readEveryday(load, everydayFamilies.filter(isTested));
  });
}
printLabelled();
printEveryday();

async function readLabelled(load, sheets) {
  const { classifyLines } = await load('lines/classify-lines.js');
  const { CellGrid } = await load('cell-grid.js');
  const { analyzeSheet } = await load('analyze/analyze-sheet.js');
  for (const { file, rows, labels } of sheets) {
    labelled.alone.push({ file, labels, lines: classifyLines(CellGrid.ofTexts(rows)) });
    const read = readDelimited(readFileSync(`${DATA}lines/${file}`), 'sheet.csv', 'csv');
    const spec = analyzeSheet(read.sheets[0], read.dialect);
    labelled.spec.push({ file, labels, lines: rolesOfSpec(spec, labels.length) });
  }
}

async function readEveryday(load, families) {
  const { classifyLines } = await load('lines/classify-lines.js');
  const { gridOfSheet } = await load('sheet-grid.js');
  for (const family of families) {
    for (let seed = 1; seed <= CASES_PER_FAMILY; seed++) {
      const { page, format, base } = makeCase(family, seed);
      const { sheet } = await page.read(format, base);
      everyday.push({ family, labels: page.roles(), lines: classifyLines(gridOfSheet(sheet, null)) });
    }
  }
}

function printLabelled() {
  for (const [way, title] of Object.entries({ alone: 'the model alone', spec: 'through the spec' })) {
    const rows = SETS.map((set) => {
      const found = labelled[way].filter(({ file }) => file.startsWith(`${set}/`));
      const wanted = found.map(({ file, labels }) => ({ file, lines: labels }));
      const { macro_f1, accuracy, per_role } = scoreLines(wanted, found);
      return [set, macro_f1, GOALS[set], accuracy, ...scoredRoles.map((role) => per_role[role])];
    });
    printTable(`Roles of lines, ${title}`, ['set', 'macro F1', 'goal', 'accuracy', ...scoredRoles], rows);
  }
}

/** Shares of the lines and of the sheets that are right, and the most frequent mistakes. */
function printEveryday() {
  const rows = everydayFamilies.map((family) => {
    const sheets = everyday.filter((sheet) => sheet.family === family);
    const wrong = sheets.map(({ labels, lines }) =>
      labels.flatMap((role, row) =>
        role === 'empty' || lines[row] === role ? [] : `${role} as ${lines[row]}`,
      ),
    );
    const count = sheets.flatMap(({ labels }) => labels.filter((role) => role !== 'empty')).length;
    const right = wrong.filter((mistakes) => mistakes.length === 0).length;
    return [family, 1 - wrong.flat().length / count, right / sheets.length, mostFrequent(wrong.flat())];
  });
  printTable('Roles of lines of everyday sheets', ['family left out', 'lines', 'sheets', 'mistakes'], rows);
}

function mostFrequent(texts) {
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 3);
  return sorted.map(([text, count]) => `${text} ${count}`).join(', ');
}
