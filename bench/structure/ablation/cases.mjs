// Every sheet whose right answer is known, as `{set, id, points()}`: 1 where all is right, 0 where nothing is.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readDelimited } from '#sheets/spreadsheet/read-delimited.js';
import { analyzeSheet } from '#structure/analyze/analyze-sheet.js';
import { acceptSuggestions } from '#structure/decisions/accept-suggestions.js';
import { materializeSheet } from '#structure/materialize/materialize-sheet.js';
import { SheetCells } from '#structure/sheet-cells.js';
import { businessCase, businessSheets } from '../business/cases.mjs';
import { judgeRead, readFiles } from '../expected/run.mjs';
import { predictAggregations } from '../find-aggregations.mjs';
import { compareTree, readLabelledTrees } from '../hierarchy-cases.mjs';
import { families } from '../outcomes/families.mjs';
import { makeCase } from '../outcomes/make-case.mjs';
import { structureRead } from '../outcomes/structure-case.mjs';
import { scoreCase } from '../reshape-through-spec.mjs';
import { rolesOfSpec } from '../roles-of-spec.mjs';
import { readJsonl, scoreAggregations, scoreLines, scoreRegions } from '../score.mjs';

const DATA = `${resolve(process.env.SHARED_DATA ?? new URL('../../../../shared/data', import.meta.url).pathname)}/`;
const SEEDS_A_FAMILY = 15;
const VERDICT_POINTS = { right: 1, usable: 0.5, wrong: 0 };

/** `every` takes one of so many written and drawn sheets, evenly. */
export async function readCases({ every = 1, firstSeed = 1 } = {}) {
  const isTaken = (_, at) => at % every === 0;
  const seeds = Array.from({ length: SEEDS_A_FAMILY }, (_, at) => firstSeed + at).filter(isTaken);
  const drawn = Object.keys(families).flatMap((family) => seeds.map((seed) => makeCase(family, seed)));
  return [
    ...(await tablesOf('drawn', drawn)),
    ...(await tablesOf('written', businessSheets().filter(isTaken).map(businessCase))),
    ...(await realFiles()),
    ...lines(),
    ...regions(),
    ...aggregations(),
    ...reshape(),
    ...(await trees()),
  ];
}

async function tablesOf(set, list) {
  const cases = [];
  for (const one of list) {
    const file = await one.page.read(one.format, one.base);
    const points = () => Number(structureRead(one, file).differences.length === 0);
    cases.push({ set, id: `${one.family ?? ''} ${one.seed}`.trim(), points });
  }
  return cases;
}

async function realFiles() {
  const files = await readFiles();
  return files.map((file) => ({
    set: 'real files',
    id: file.id,
    points: () => {
      const { verdict, wrongData } = judgeRead(file);
      return wrongData ? 0 : VERDICT_POINTS[verdict];
    },
  }));
}

/** The share of lines that have their role. */
function lines() {
  return ['saus', 'cius', 'deex'].flatMap((set) =>
    readJsonl(`${DATA}lines/${set}.jsonl`).map((label) => {
      const sheet = readCsv(`${DATA}lines/${label.file}`);
      const points = () =>
        scoreLines([label], [{ file: label.file, lines: rolesOfSpec(specOf(sheet), label.lines.length) }])
          .accuracy;
      return { set: `lines of ${set}`, id: label.file, points };
    }),
  );
}

/** F1 of the regions that are met exactly. */
function regions() {
  return readJsonl(`${DATA}regions/labels.jsonl`).map((label) => {
    const sheet = readCsv(`${DATA}regions/files/${label.file}`);
    const text = readFileSync(`${DATA}regions/files/${label.file}`, 'utf8');
    const points = () => {
      const found = specOf(sheet).regions.map(({ range }) => range);
      return scoreRegions([label], [{ file: label.file, regions: found }], () => text).iou_1.f1;
    };
    return { set: 'regions', id: label.file, points };
  });
}

function aggregations() {
  return readJsonl(`${DATA}aggregations/tables.jsonl.gz`).map((table) => ({
    set: 'aggregations',
    id: `${table.file} ${table.sheet}`,
    points: () => scoreAggregations([table], [predictAggregations(table)]).f1,
  }));
}

/** Half of it for the table that comes unasked, or with the first offer; the rest for any offer. */
function reshape() {
  const service = { readDelimited, analyzeSheet, acceptSuggestions, materializeSheet, SheetCells };
  return readdirSync(`${DATA}reshape/`).map((name) => ({
    set: 'reshape',
    id: name,
    points: () => {
      const { offers } = scoreCase(`${DATA}reshape/${name}/`, 'data.csv', service);
      const isRight = (some) => Number(some.some(({ written }) => written));
      return (isRight(offers.slice(0, 2)) + isRight(offers)) / 2;
    },
  }));
}

/** F1 of the pairs of parent and child. */
async function trees() {
  const read = await readLabelledTrees();
  return read.map((tree) => ({
    set: 'row labels',
    id: tree.name,
    points: () => {
      const { right, found, wanted } = compareTree(tree);
      return found + wanted === 0 ? 1 : (2 * right) / (found + wanted);
    },
  }));
}

/** The labelled csv files are RFC 4180 in UTF-8 with commas, so no dialect has to be guessed. */
function readCsv(path) {
  const { sheets, dialect } = readDelimited(readFileSync(path), 'sheet.csv', 'csv');
  return { sheet: sheets[0], dialect };
}

const specOf = ({ sheet, dialect }) => analyzeSheet(sheet, dialect);
