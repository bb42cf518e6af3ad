import { findDoubts, surveySheet } from '#server/structure/analyze/find-doubts.js';
import { SheetCells } from '#server/structure/sheet-cells.js';
import { businessCase, businessSheets } from './business/cases.mjs';
import { judgedFiles } from './expected/run.mjs';
import { families } from './outcomes/families.mjs';
import { makeCase } from './outcomes/make-case.mjs';
import { structureCase } from './outcomes/structure-case.mjs';

/** Real and hand-made sheets are few, and those that matter; generated ones are many, and easier than real ones. */
const WEIGHT = 3;
const GENERATED_WEIGHT = 0.3;
/** Of a sheet with more tables, a verdict does not tell which of them are wrong. */
const MOST_TABLES = 3;

/** Tables made of sheets whose right tables are known: `{set, signs, right, weight}`. */
export async function judgedRegions({ firstSeed, perFamily }) {
  const judged = [];
  for (const family of Object.keys(families)) {
    for (let at = 0; at < perFamily; at++)
      judged.push(...(await judgedCase(makeCase(family, firstSeed + at), 'generated', GENERATED_WEIGHT)));
  }
  for (const name of businessSheets())
    judged.push(...(await judgedCase(businessCase(name), 'business', WEIGHT)));
  for (const { sheet, spec, verdict } of await judgedFiles()) {
    const tables = spec?.regions.filter(({ kind }) => kind === 'data') ?? [];
    if (verdict !== 'right' && tables.length > MOST_TABLES) continue;
    judged.push(
      ...tables.map((region) => ({
        set: 'real',
        signs: signsOf(sheet, region, spec),
        right: verdict === 'right',
        weight: WEIGHT,
      })),
    );
  }
  return judged;
}

async function judgedCase(one, set, weight) {
  const { sheet, spec, made, right } = await structureCase(one);
  if (!spec) return [];
  return spec.regions
    .filter(({ kind }) => kind === 'data')
    .map((region) => {
      const own = made.filter(({ regionIds }) => regionIds.includes(region.id));
      return {
        set,
        signs: signsOf(sheet, region, spec),
        right: own.every((table) => right.includes(table)),
        weight,
      };
    });
}

function signsOf(sheet, region, { regions }) {
  const cells = new SheetCells(sheet);
  return new Set(findDoubts(cells, region, surveySheet(cells, regions)).map(({ sign }) => sign));
}
