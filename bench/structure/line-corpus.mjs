// The labelled lines, with the features of each.
import { readFileSync } from 'node:fs';
import { plainStyle } from '#sheets/grid/grid.js';
import { CellGrid, Kind } from '#structure/cell-grid.js';
import { lineFeatures } from '#structure/lines/line-features.js';
import { roleIndex } from '#structure/lines/line-role.js';
import { readSheetFacts } from '#structure/lines/sheet-facts.js';
import { gatherSpreadTexts } from '#structure/lines/spread-text.js';
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

/**
 * The sheets of a set as rows of texts with a label each. Drawn sheets (everyday-sheets.mjs) also have
 * `looks`, parts of a `CellStyle`, and `formulas` cell by cell, and `merges`.
 */
export function readSheets(set) {
  return readJsonLines(`${DATA}lines/${set}.jsonl`).map(({ file, lines }) => ({
    file,
    rows: readRows(`${DATA}lines/${file}`),
    labels: lines,
  }));
}

/** From a long sheet, all lines near its ends and those that are not data, and every nth of the others. */
const ENDS = 25;
const SAMPLED = 30;
const MAX_WEIGHT = 25;

/** `{features, role, weight}` of the lines of a sheet that the model is trained on. */
export function sampleLines(sheet) {
  const grid = gatherSpreadTexts(gridOf(sheet));
  const facts = readSheetFacts(grid);
  const roles = facts.lines.map(({ row }) => roleIndex[sheet.labels[row]] ?? -1);
  return chooseLines(roles).map(({ line, weight }) => ({
    features: Float32Array.from(lineFeatures(grid, facts, line)),
    role: roles[line],
    weight,
  }));
}

function chooseLines(roles) {
  const count = roles.length;
  const stride = Math.max(1, Math.floor((count - 2 * ENDS) / SAMPLED));
  const chosen = [];
  roles.forEach((role, line) => {
    if (role < 0) return;
    const isNear = line < ENDS || line >= count - ENDS;
    if (isNear || role !== roleIndex.data) chosen.push({ line, weight: 1 });
    else if (line % stride === 0) chosen.push({ line, weight: Math.min(stride, MAX_WEIGHT) });
  });
  return chosen;
}

function gridOf({ rows, looks, formulas, merges = [] }) {
  if (!looks) return CellGrid.ofTexts(rows);
  return new CellGrid({
    rowCount: rows.length,
    columnCount: rows.reduce((most, row) => Math.max(most, row.length), 0),
    kind: (row, column) => (/\S/.test(rows[row]?.[column] ?? '') ? Kind.text : Kind.empty),
    text: (row, column) => rows[row]?.[column] ?? '',
    style: (row, column) => ({ ...plainStyle, ...looks[row]?.[column] }),
    formula: (row, column) => formulas?.[row]?.[column],
    merges,
  });
}
