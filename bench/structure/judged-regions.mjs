import { readFileSync } from 'node:fs';
import { describeSheet } from '#structure/analyze/analyze-sheet.js';
import { findDoubts } from '#structure/analyze/doubts/find-doubts.js';
import { surveySheet } from '#structure/analyze/doubts/surrounding-doubts.js';
import { SheetCells } from '#structure/sheet-cells.js';
import { businessCase, businessSheets } from './business/cases.mjs';
import { judgedFiles } from './expected/run.mjs';
import { families } from './outcomes/families.mjs';
import { makeCase } from './outcomes/make-case.mjs';
import { structureCase } from './outcomes/structure-case.mjs';

/**
 * Only tables that were judged before anything was mended on them show how new ones come out. Of the others, real and
 * hand-made sheets are few; generated ones are many, and easier than real ones.
 */
const BLIND_WEIGHT = 3;
/** Many tables of one sheet are right or wrong together. */
const BLIND_WEIGHT_OF_MANY = 1;
const WEIGHT = 0.5;
const GENERATED_WEIGHT = 0.075;
/** Of a sheet with more tables, a verdict does not tell which of them are wrong. */
const MAX_TABLES = 3;

/** Tables as they came out, by their doubts, of sheets that nothing had been mended on. */
const blindSheets = JSON.parse(readFileSync(new URL('blind-tables.json', import.meta.url), 'utf8'));

/** Tables made of sheets whose right tables are known: `{set, sheet, signs, right, weight}`. */
export async function judgedRegions({ firstSeed, perFamily }) {
  const judged = blindSheets.flatMap(({ sheet, tables }) =>
    tables.map(({ right, signs }) => ({
      set: 'blind',
      sheet,
      signs: new Set(signs),
      right,
      weight: tables.length > MAX_TABLES ? BLIND_WEIGHT_OF_MANY : BLIND_WEIGHT,
    })),
  );
  for (const family of Object.keys(families)) {
    for (let at = 0; at < perFamily; at++)
      judged.push(
        ...(await judgedCase(makeCase(family, firstSeed + at), {
          set: 'generated',
          sheet: `${family} ${at}`,
          weight: GENERATED_WEIGHT,
        })),
      );
  }
  for (const name of businessSheets())
    judged.push(...(await judgedCase(businessCase(name), { set: 'business', sheet: name, weight: WEIGHT })));
  for (const { id, sheet, dialect, spec, verdict } of await judgedFiles()) {
    const signs = signsOfSheet(sheet, dialect);
    const tables = spec?.regions.filter(({ kind }) => kind === 'data') ?? [];
    if (verdict !== 'right' && tables.length > MAX_TABLES) continue;
    judged.push(
      ...tables.map((region) => ({
        set: 'real',
        sheet: id,
        signs: signs.get(region.id) ?? new Set(),
        right: verdict === 'right',
        weight: WEIGHT,
      })),
    );
  }
  return judged;
}

async function judgedCase(one, source) {
  const { sheet, dialect, spec, made, right } = await structureCase(one);
  if (!spec) return [];
  const signs = signsOfSheet(sheet, dialect);
  return spec.regions
    .filter(({ kind }) => kind === 'data')
    .map((region) => {
      const own = made.filter(({ regionIds }) => regionIds.includes(region.id));
      return {
        ...source,
        signs: signs.get(region.id) ?? new Set(),
        right: own.every((table) => right.includes(table)),
      };
    });
}

/** The signs of doubt about a table, by the id of its region. */
function signsOfSheet(sheet, dialect) {
  const cells = new SheetCells(sheet, dialect);
  const naming = { baseName: sheet.name, idOf: (at) => `r${at + 1}` };
  const range = cells.usedRange();
  if (!range) return new Map();
  const { regions, isStudied, grid } = describeSheet(cells, range, dialect, naming);
  const survey = surveySheet(cells, regions, grid);
  const tables = isStudied ? regions.filter(({ kind }) => kind === 'data') : [];
  return new Map(
    tables.map((region) => [region.id, new Set(findDoubts(cells, region, survey).map(({ sign }) => sign))]),
  );
}
