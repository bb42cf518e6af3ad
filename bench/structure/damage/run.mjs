import { analyzeSheet } from '#structure/analyze/analyze-sheet.js';
import { decideAll } from '#structure/decisions/decide-all.js';
import { compareReadings } from '#structure/losses/compare-readings.js';
import { materializeSheet } from '#structure/materialize/materialize-sheet.js';
import { SheetCells } from '#structure/sheet-cells.js';
import { printTable } from '../../support/measure.mjs';
import { businessCase, businessSheets } from '../business/cases.mjs';
import { valueAt } from '../table-values.mjs';
import { damages } from './damages.mjs';
import { rightCorrections } from './right-corrections.mjs';

/**
 * Damages the right readings of the written sheets and prints how often the loss is told, and how often something is told
 * of a correction that is right: one that undoes the damage, or changes nothing but names and types.
 *
 * @param {string[]} args the name of a damage, for what is told of each sheet
 */
export async function runDamage([wanted, share = '1']) {
  const names = businessSheets().filter((_, at) => at % Number(share) === 0);
  const kinds = new Map();
  for (const name of names) {
    const one = businessCase(name);
    const file = await one.page.read(one.format, one.base);
    const sheet = { ...file.sheet, name };
    const book = { ...file, sheets: [sheet], definedNames: [] };
    const right = analyzeSheet(sheet, file.dialect, { baseName: one.base });
    const tables = tablesText(sheet, file.dialect, right);
    const try_ = (kind, changes, isRight) => {
      if (wanted && kind !== wanted) return;
      const outcome = correctedOf(book, right, changes, tables);
      if (!outcome) return;
      const counts = kinds.get(kind) ?? { told: 0, all: 0, refused: 0, back: 0, codes: new Map(), isRight };
      kinds.set(kind, counts);
      if (outcome === 'refused') {
        counts.refused++;
        return;
      }
      const said = compareReadings(sheet, file.dialect, right, outcome);
      const undone = isRight ? [] : compareReadings(sheet, file.dialect, outcome, right);
      counts.all++;
      counts.told += Number(said.length > 0);
      counts.back += Number(undone.length > 0);
      for (const { code } of said) counts.codes.set(code, (counts.codes.get(code) ?? 0) + 1);
      if (wanted) {
        console.log(
          `${said.length > 0 ? 'told' : 'NOT '} ${name}: ${said.map(({ text }) => text).join(' ')}`,
        );
        for (const { text } of undone) console.log(`  FALSE when undone: ${text}`);
      }
    };
    const cells = new SheetCells(sheet, file.dialect);
    for (const [kind, damage] of Object.entries(damages)) try_(kind, damage(right, cells), false);
    for (const [kind, change] of Object.entries(rightCorrections)) try_(kind, change(right), true);
  }
  printDamages([...kinds].filter(([, { isRight }]) => !isRight));
  printRight([...kinds].filter(([, { isRight }]) => isRight));
}

/** The reading after a correction; undefined where nothing was changed or the same tables come of it. */
function correctedOf(book, right, changes, tables) {
  if (!changes) return undefined;
  const [sheet] = book.sheets;
  const { specs, faults } = decideAll(book, [right], changes);
  if (faults.length > 0) return 'refused';
  try {
    return tablesText(sheet, book.dialect, specs[0]) === tables ? undefined : specs[0];
  } catch {
    return 'refused';
  }
}

function tablesText(sheet, dialect, spec) {
  const made = materializeSheet(sheet, dialect, spec, 'base').tables;
  return JSON.stringify(
    made.map(({ name, role, columns, rowCount }) => [
      name,
      role,
      columns.map((column) => [
        column.name,
        column.type,
        Array.from({ length: rowCount }, (_, row) => valueAt(column, row)),
      ]),
    ]),
  );
}

function printDamages(kinds) {
  const rows = kinds.map(([kind, { told, all, refused, back, codes }]) => [
    kind,
    `${told} of ${all}`,
    share(told, all),
    refused,
    `${back} of ${all}`,
    [...codes].map(([code, count]) => `${code} ${count}`).join(', '),
  ]);
  const sum = (field) => kinds.reduce((total, [, counts]) => total + counts[field], 0);
  rows.push([
    'all',
    `${sum('told')} of ${sum('all')}`,
    share(sum('told'), sum('all')),
    sum('refused'),
    `${sum('back')} of ${sum('all')}`,
    '',
  ]);
  printTable(
    'Damaged readings whose loss is told',
    ['damage', 'told', 'share', 'refused', 'told when undone', 'how'],
    rows,
  );
}

function printRight(kinds) {
  const rows = kinds.map(([kind, { told, all, codes }]) => [
    kind,
    `${told} of ${all}`,
    [...codes].map(([code, count]) => `${code} ${count}`).join(', '),
  ]);
  printTable(
    'Right corrections of which something is told all the same',
    ['correction', 'told', 'how'],
    rows,
  );
}

const share = (part, all) => (all === 0 ? '' : `${Math.round((100 * part) / all)} %`);
