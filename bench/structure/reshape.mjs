// How often a table of the reshape corpus is reshaped exactly as expected; SHOW_WRONG=1 names the others.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CellGrid } from '#structure/cell-grid.js';
import { applyReshape } from '#structure/reshape/apply-reshape.js';
import { proposeReshape } from '#structure/reshape/propose-reshape.js';
import { rowOf, tableOf } from '#structure/reshape/table.js';
import { printTable } from '../support/measure.mjs';
import { parseStrictly, writeStrictly } from '../support/strict-csv.mjs';
import { isDesigned, partsOf } from './reshape-halves.mjs';
import { scoreReshape } from './score.mjs';

const CASES = new URL('../../../shared/data/reshape/', import.meta.url).pathname;
// Every case needs some step, so the best one is used here even if it is weak.
const EVERY_CASE_NEEDS_ONE = { atLeast: 0.3 };

const work = mkdtempSync(join(tmpdir(), 'reshape-'));
try {
  const names = readdirSync(CASES);
  const plans = new Map(names.map((name) => [name, predict(name)]));
  if (process.env.SHOW_WRONG) showWrong(names.filter(isDesigned), plans);
  const operators = [...new Set(names.map((name) => name.replace(/-\d+$/, '')))].sort();
  const parts = Object.entries(partsOf(names)).map(([part, members]) => [part, score(part, members)]);
  printTable(
    'Reshape: exact tables',
    ['cases', 'exact', ...operators],
    parts.map(([part, result]) => [
      part,
      `${result.right}/${result.cases} = ${result.exact}`,
      ...operators.map((operator) => result.per_kind[operator] ?? '-'),
    ]),
  );
  const leftAlone = (file) =>
    names.filter((name) => proposeReshape(readTable(name, file)).steps.length === 0).length;
  printTable(
    'Left as they are, by default confidence',
    ['tables', 'of', 'left alone'],
    [
      ['that need a step', names.length, leftAlone('data.csv')],
      ['already in the wanted shape', names.length, leftAlone('gt.csv')],
    ],
  );
} finally {
  rmSync(work, { recursive: true });
}

function readTable(name, file) {
  const rows = parseStrictly(readFileSync(join(CASES, name, file), 'utf8').replace(/^\ufeff/, ''));
  const grid = CellGrid.ofTexts(rows);
  return tableOf(grid, { top: 0, left: 0, bottom: grid.rowCount - 1, right: grid.columnCount - 1 }, 1);
}

function predict(name) {
  const table = readTable(name, 'data.csv');
  const plan = proposeReshape(table, EVERY_CASE_NEEDS_ONE);
  const reshaped = applyReshape(table, plan);
  const rows = Array.from({ length: reshaped.rowCount }, (_, row) => rowOf(reshaped, row));
  const texts = [reshaped.header, ...rows].map((row) => row.map((cell) => cell.text));
  writeFileSync(
    join(work, `${name}.csv`),
    writeStrictly(texts, { delimiter: ',', quote: '"', newline: '\n' }),
  );
  return plan;
}

/** The scorer takes a folder of cases, so a part of them is a folder of links. */
function score(part, names) {
  const folder = join(work, part);
  mkdirSync(folder);
  for (const name of names) symlinkSync(join(CASES, name), join(folder, name));
  return scoreReshape(folder, work);
}

function showWrong(names, plans) {
  for (const name of names) {
    if (score(`only-${name}`, [name]).right === 1) continue;
    const wanted = JSON.parse(readFileSync(join(CASES, name, 'info.json'), 'utf8')).label;
    const { steps, confidence } = plans.get(name);
    console.log(
      `${name}\n  wanted ${JSON.stringify(wanted)}\n  got    ${JSON.stringify(steps).slice(0, 200)} ${confidence.toFixed(2)}`,
    );
  }
}
