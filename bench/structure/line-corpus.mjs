// The labelled lines, with the features of each.
import { readFileSync } from 'node:fs';
import { CellGrid } from '#server/structure/cell-grid.js';
import { lineFeatures } from '#server/structure/lines/line-features.js';
import { roleIndex } from '#server/structure/lines/line-role.js';
import { readSheetFacts } from '#server/structure/lines/sheet-facts.js';
import { gatherSpreadTexts } from '#server/structure/lines/spread-text.js';
import { parseStrictly } from '../support/strict-csv.mjs';

export const DATA = new URL('../../../shared/data/', import.meta.url).pathname;
export const SETS = ['saus', 'cius', 'deex'];

export function readRows(path) {
  return parseStrictly(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
}

export function readJsonLines(path) {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The sheets of a set as rows of texts with a label each. */
export function readSheets(set) {
  return readJsonLines(`${DATA}lines/${set}.jsonl`).map(({ file, lines }) => ({
    file,
    rows: readRows(`${DATA}lines/${file}`),
    labels: lines,
  }));
}

/** Features of the non-empty lines, and the expected roles; -1 where there is no label. */
export function measureSheet({ file, rows, labels }) {
  const grid = gatherSpreadTexts(CellGrid.ofTexts(rows));
  const facts = readSheetFacts(grid);
  return {
    file,
    labels,
    lines: facts.lines,
    features: facts.lines.map((_, index) => Float32Array.from(lineFeatures(grid, facts, index))),
    roles: facts.lines.map(({ row }) => roleIndex[labels[row]] ?? -1),
  };
}
