// How often the reading of a sheet as a document is right, and the weights by which its confidence is told: on drawn documents and
// families, and on written sheets, cross-validated by source.
//   node bench/structure/readings/fit-documents.mjs [drawn documents of a kind] [every how manieth business sheet] [--write] [--wrong]
import { writeFileSync } from 'node:fs';
import { materializeSheet } from '#structure/materialize/materialize-sheet.js';
import { SpecError } from '#structure/materialize/spec-error.js';
import { documentSignNames, documentSigns } from '#structure/readings/candidates/documents/document-signs.js';
import { documentRegions } from '#structure/readings/candidates/documents/read-document.js';
import { SheetTokens } from '#structure/readings/candidates/documents/sheet-tokens.js';
import { asDocument } from '#structure/readings/candidates/sheet-decisions.js';
import { SheetCells } from '#structure/sheet-cells.js';
import { gridOfSheet } from '#structure/sheet-grid.js';
import { printTable } from '../../support/measure.mjs';
import { businessCase, businessSheets } from '../business/cases.mjs';
import { compare } from '../outcomes/compare.mjs';
import { families } from '../outcomes/families.mjs';
import { makeCase } from '../outcomes/make-case.mjs';
import { structureRead } from '../outcomes/structure-case.mjs';
import { documentCase, documentKinds } from './drawn-documents.mjs';
import { contentOf } from './seen-readings.mjs';

const STEPS = 3000;
const RATE = 0.3;
/** A weight is worth this much evidence. */
const RIDGE = 0.002;
const FOLDS = 6;
const PER_FAMILY = 4;
const FIRST_SEED = 9001;
const BANDS = [0.9, 0.8, 0.7, 0.55, 0.3, 0];

const args = process.argv.slice(2);
const [perKind = '40', step = '2'] = args.filter((arg) => !arg.startsWith('--'));
const seen = [];
for (const kind of documentKinds) {
  for (let at = 0; at < Number(perKind); at++)
    await see(`document ${kind}`, `${kind} ${FIRST_SEED + at}`, documentCase(kind, FIRST_SEED + at));
}
for (const family of Object.keys(families))
  for (let at = 0; at < PER_FAMILY; at++)
    await see(`family ${family}`, `${family} ${at}`, makeCase(family, FIRST_SEED + at));
for (const [at, name] of businessSheets().entries())
  if (at % Number(step) === 0) await see(`business ${at % 10}`, name, businessCase(name));

/** Names of tables and types of values are not what a reading decides. */
function isRight({ differences }) {
  return differences.every(({ kind }) => kind === 'table name' || kind === 'types');
}

/** None where cells do not fit their columns: such a reading is never offered. */
function tablesOf(sheet, dialect, spec, base) {
  try {
    return materializeSheet(sheet, dialect, spec, base).tables;
  } catch (error) {
    if (error instanceof SpecError) return undefined;
    throw error;
  }
}

async function see(source, name, one) {
  const { sheet, dialect } = await one.page.read(one.format, one.base);
  const first = structureRead(one, { sheet, dialect });
  const { spec } = first;
  if (!spec || sheet.rowCount > 400) return;
  const grid = gridOfSheet(sheet, dialect);
  const reading = asDocument({ cells: new SheetCells(sheet, dialect), dialect, spec }, one.base);
  const found = documentRegions(grid);
  if (!reading) return;
  const { regions } = reading;
  const tables = tablesOf(sheet, dialect, { ...spec, regions }, one.base);
  if (!tables) return;
  const outcome = compare(
    one,
    tables.map((table) => contentOf(table, regions)),
  );
  const signs = documentSigns(new SheetTokens(grid), found, regions);
  seen.push({
    source,
    name,
    difference: outcome.differences[0],
    isFirstRight: isRight(first),
    isRight: isRight(outcome),
    signs: documentSignNames.map((sign) => signs[sign]),
  });
}

const sources = [...new Set(seen.map(({ source }) => source))];
const foldOf = (source) => sources.indexOf(source) % FOLDS;
for (let fold = 0; fold < FOLDS; fold++) {
  const weights = fitWeights(seen.filter(({ source }) => foldOf(source) !== fold));
  for (const one of seen) if (foldOf(one.source) === fold) one.confidence = chanceOf(one.signs, weights);
}
const groups = { 'drawn documents': /^document/, families: /^family/, 'written sheets': /^business/ };
printTable(
  'Read as documents',
  ['sheets', 'count', 'right at first', 'right as documents'],
  Object.entries(groups).map(([name, pattern]) => {
    const own = seen.filter(({ source }) => pattern.test(source));
    return [
      name,
      own.length,
      own.filter((one) => one.isFirstRight).length,
      own.filter((one) => one.isRight).length,
    ];
  }),
);
printTable(
  'Confidence, each by a fit without its source',
  ['at least', 'sheets', 'right', 'rate'],
  BANDS.map((least, at) => {
    const own = seen.filter(({ confidence }) => confidence >= least && confidence < (BANDS[at - 1] ?? 2));
    const right = own.filter((one) => one.isRight).length;
    return [least, own.length, right, own.length === 0 ? '' : (right / own.length).toFixed(3)];
  }),
);
if (args.includes('--wrong'))
  for (const { name, confidence, difference, isRight: ok } of seen)
    if (!ok && confidence >= 0.7)
      console.log(name, confidence.toFixed(2), difference.kind, difference.table, difference.detail);
const weights = fitWeights(seen);
printTable(
  'Weights',
  ['sign', 'weight'],
  documentSignNames.map((name, at) => [name, weights[at].toFixed(2)]),
);
if (args.includes('--write')) write(weights);

function chanceOf(signs, weights) {
  return 1 / (1 + Math.exp(-signs.reduce((sum, value, at) => sum + value * weights[at], 0)));
}

function fitWeights(examples) {
  const found = new Float64Array(documentSignNames.length);
  const speed = new Float64Array(documentSignNames.length);
  for (let step = 0; step < STEPS; step++) {
    const slope = found.map((weight, at) => (at === 0 ? 0 : -RIDGE * weight));
    for (const { signs, isRight: ok } of examples) {
      const error = (Number(ok) - chanceOf(signs, found)) / examples.length;
      for (let at = 0; at < signs.length; at++) slope[at] += error * signs[at];
    }
    for (let at = 0; at < found.length; at++) {
      speed[at] = 0.9 * speed[at] + RATE * slope[at];
      found[at] += speed[at];
    }
  }
  return found;
}

function write(fitted) {
  const path = new URL(
    '../../../structure/src/readings/candidates/documents/document-weights.ts',
    import.meta.url,
  );
  const lines = documentSignNames.map((name, at) => `  ${name}: ${fitted[at].toFixed(2)},`);
  writeFileSync(
    path,
    `import type { DocumentSign } from './document-signs.js';

/** Fitted by bench/structure/readings/fit-documents.mjs on documents whose right tables are known. */
export const documentWeights: Record<DocumentSign, number> = {
${lines.join('\n')}
};
`,
  );
}
