import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { cleanTableName, stem } from '#server/core/file-names.js';
import { inferTable } from '#sheets/spreadsheet/infer-table.js';
import { readWorkbook } from '#sheets/spreadsheet/read-workbook.js';
import { analyzeSheet } from '#structure/analyze/analyze-sheet.js';
import { isAsDescribed } from '#structure/analyze/is-as-described.js';
import { materializeSheet } from '#structure/materialize/materialize-sheet.js';
import { chooseReading } from '#structure/readings/choose-reading.js';
import { columnOfPlace, rowOfPlace } from '#structure/sheet-cells.js';
import { businessCase } from '../business/cases.mjs';
import { makeCase } from '../outcomes/make-case.mjs';
import { valueAt } from '../table-values.mjs';

const EXPECTED = new URL('../expected/', import.meta.url).pathname;
const DATA = `${resolve(process.env.SHARED_DATA ?? new URL('../../../../shared/data', import.meta.url).pathname)}/`;

/**
 * A sheet by where it comes from: `{business}`, `{family, seed}`, `{expected}` (a file of bench/structure/expected), or
 * `{file, sheet}`. Answers `{sheet, dialect, baseName}` with what is known of its right tables.
 *
 * @param {Record<string, any>} source
 */
export async function readSource({ business, family, seed, expected, file, sheet: name }) {
  if (business || family) {
    const one = business ? businessCase(business) : makeCase(family, seed);
    const { sheet, dialect } = await one.page.read(one.format, one.base);
    return { sheet, dialect, baseName: one.base, written: one };
  }
  const truth = expected && JSON.parse(readFileSync(`${EXPECTED}${expected}.json`, 'utf8'));
  const path = truth ? `${DATA}${truth.file}` : file;
  const { sheets, dialect } = await readWorkbook(path, basename(path));
  const wanted = truth ? truth.sheet : name;
  const sheet = wanted === undefined ? sheets[0] : sheets.find((one) => one.name === wanted);
  if (!sheet) throw new Error(`${path} has no sheet ${wanted}.`);
  const filled = sheets.filter(({ rowCount }) => rowCount > 0);
  const baseName = cleanTableName(filled.length === 1 ? stem(basename(path)) : sheet.name);
  return { sheet, dialect, baseName, ...(truth && { expected: truth }) };
}

/** Argued: no sheet of a set is so large that it is cut; a bench has the time. */
const SEARCH_MS = 20_000;

/** The reading of rules and search, as an upload has it. */
export function readByRules({ sheet, dialect, baseName }) {
  const end = performance.now() + SEARCH_MS;
  const spec = analyzeSheet(sheet, dialect, { baseName });
  return chooseReading(sheet, dialect, spec, baseName, { isSpent: () => performance.now() > end });
}

/** The tables that an upload makes by a spec, with the cell that each value comes from. */
export function tablesOf({ sheet, dialect, baseName }, spec) {
  const { tables } = materializeSheet(sheet, dialect, spec, baseName);
  const raw = inferTable(sheet, dialect);
  const isRaw = raw && isAsDescribed(raw, spec) && tables.length === 1;
  const confidences = new Map(spec.regions.map(({ id, confidence }) => [id, confidence]));
  return tables.map((table) => {
    const { columns } = isRaw && raw.columns.length === table.columns.length ? raw : table;
    const rows = Array.from({ length: table.rowCount }, (_, row) => columns.map((one) => valueAt(one, row)));
    return {
      name: table.name,
      role: table.role,
      regionIds: table.regionIds,
      columns: columns.map(({ name, type }) => ({ name, type })),
      rows,
      sources: rows.map((_, row) => table.sources.map((places) => cellAt(places[row]))),
      confidence: Math.min(...table.regionIds.map((id) => confidences.get(id) ?? 1)),
    };
  });
}

const cellAt = (place) =>
  Number.isNaN(place) ? null : { row: rowOfPlace(place), column: columnOfPlace(place) };
