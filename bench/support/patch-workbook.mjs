// The child of preserve-corpus.mjs: edits one file in place and reports what else has changed.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeOf } from '#sheets/core/cell-place.js';
import { FileError } from '#sheets/core/file-error.js';
import { CellKind } from '#sheets/grid/grid.js';
import { cellKey } from '#sheets/spreadsheet/cell-key.js';
import { recalculate } from '#sheets/spreadsheet/recalculate.js';
import { SheetCalculator } from '#sheets/spreadsheet/sheet-calculator.js';
import { storedValue } from '#sheets/spreadsheet/stored-value.js';
import { WorkbookReferences } from '#sheets/spreadsheet/workbook-references.js';
import { CannotPatch } from '#sheets/xlsx/patch/cannot-patch.js';
import { patchXlsx } from '#sheets/xlsx/patch/patch-xlsx.js';
import { readXlsx } from '#sheets/xlsx/read/read-xlsx.js';
import { ZipArchive } from '#sheets/zip/zip-archive.js';
import { answerJobs } from './reader-pool.mjs';

const EDITED = 424242.5;
const LAST_ROW = 1_048_575;
/** Parts that an edit may change: those of the sheets and of the workbook as a whole, wherever they are. */
const mayChange =
  /(worksheets?\/[^/]+|(^|\/)(\[Content_Types\]|workbook|styles|calcChain|sheet\d*)\.xml|workbook\.xml\.rels)$/i;

answerJobs(async ({ path }) => {
  const outPath = join(tmpdir(), `${randomUUID()}.xlsx`);
  try {
    const before = await read(path);
    if ('unreadable' in before) return before;
    const patches = before.sheets.map((sheet) => ({ sheet: sheet.name, edits: editsOf(sheet) }));
    const results = recalculate(before, patches);
    const summary = await patchXlsx(path, outPath, patches, results);
    const { troubles: partTroubles, same } = await compareParts(path, outPath);
    const after = await read(outPath);
    if ('unreadable' in after) return { troubles: [`the result cannot be read: ${after.unreadable}`] };
    const gridTroubles = before.sheets.flatMap((sheet, i) =>
      compareSheets(sheet, after.sheets[i], patches[i].edits, results.get(sheet.name) ?? new Map()),
    );
    const values = [...results.values()].flatMap((ofSheet) => [...ofSheet.values()]);
    const dropped = values.filter((value) => value === null).length;
    return {
      troubles: [...partTroubles, ...gridTroubles, ...oldResults(before, after)],
      recomputed: values.length - dropped,
      dropped,
      sheets: patches.filter(({ edits }) => edits.length > 0).length,
      parts: same,
      formulas: summary.preservedFormulas,
      removed: summary.removedFormulas,
    };
  } catch (error) {
    const isRefusal = error instanceof FileError || error instanceof CannotPatch;
    return isRefusal ? { refused: error.message } : { failed: error.stack };
  } finally {
    await rm(outPath, { force: true });
  }
});

async function read(path) {
  let archive;
  try {
    archive = await ZipArchive.open(path);
    return await readXlsx(archive);
  } catch (error) {
    if (error instanceof FileError) return { unreadable: error.message };
    throw error;
  } finally {
    await archive?.close();
  }
}

/** The first formula, or else the first value, and a cell below everything. */
function editsOf(sheet) {
  const first = firstCell(sheet, (column) => [...column.formulas.keys()].sort((a, b) => a - b)[0]);
  const value = firstCell(sheet, (cells, column) => {
    const slot = cells.kinds.findIndex(
      (kind, i) => kind !== CellKind.empty && !isTableHeading(sheet, cells.firstRow + i, column),
    );
    return slot < 0 ? undefined : cells.firstRow + slot;
  });
  const overwritten = first ?? value;
  const below = { row: Math.min(sheet.rowCount + 1, LAST_ROW), column: 1, value: 'below' };
  return overwritten ? [{ ...overwritten, value: EDITED }, below] : [below];
}

/** Those are refused, because the table's own part repeats them. */
function isTableHeading({ tables }, row, column) {
  return tables.some(
    ({ range: { top, left, right }, headerRows }) =>
      row >= top && row < top + headerRows && column >= left && column <= right,
  );
}

function firstCell(sheet, rowOf) {
  for (const [column, cells] of sheet.columns.entries()) {
    const row = cells && rowOf(cells, column);
    if (row !== undefined && row !== null) return { row, column };
  }
  return undefined;
}

async function compareParts(path, outPath) {
  const [source, out] = [await ZipArchive.open(path), await ZipArchive.open(outPath)];
  try {
    const troubles = [];
    let same = 0;
    const kept = source.entries.filter(({ name }) => out.find(name));
    const order = (entries) => entries.map(({ name }) => name).join('\n');
    if (order(kept) !== order(out.entries)) troubles.push('the parts are in another order');
    for (const entry of source.entries) {
      const copy = out.find(entry.name);
      const isEqual = copy && (await packed(source, entry)).equals(await packed(out, copy));
      if (isEqual) same++;
      else if (!mayChange.test(entry.name)) troubles.push(`${entry.name} has changed`);
    }
    return { troubles, same };
  } finally {
    await Promise.all([source.close(), out.close()]);
  }
}

async function packed(archive, entry) {
  const chunks = [];
  for await (const chunk of archive.packedChunks(entry)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Formulas whose result was that of their inputs, and no longer is. */
function oldResults(before, after) {
  const wrongBefore = new Set(wrongResults(before));
  return wrongResults(after).filter((place) => !wrongBefore.has(place));
}

function wrongResults({ sheets, definedNames }) {
  const stale = new Set();
  const keysOf = function* () {
    for (const [number, { columns }] of sheets.entries()) {
      for (const [column, cells] of columns.entries()) {
        for (const row of cells?.formulas.keys() ?? []) yield { number, row, column };
      }
    }
  };
  for (const { number, row, column } of keysOf()) stale.add(cellKey(number, row, column));
  const changes = { values: new Map(), formulas: new Map(), stale };
  const calculator = new SheetCalculator(sheets, new WorkbookReferences(sheets, definedNames), changes);
  const wrong = [];
  for (const { number, row, column } of keysOf()) {
    const sheet = sheets[number];
    const [stored, result] = [
      storedValue(sheet, row, column),
      calculator.resultOf(cellKey(number, row, column)),
    ];
    if (result === undefined || stored === null || isClose(result, stored)) continue;
    wrong.push(`${sheet.name} row ${row + 1} column ${column + 1} has an old result`);
  }
  return wrong;
}

function isClose(one, other) {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other));
}

function compareSheets(before, after, edits, results) {
  const edited = new Map(edits.map((edit) => [`${edit.row},${edit.column}`, edit]));
  const overwritten = edits.find(({ value }) => value === EDITED);
  const goneFormula = overwritten && before.columns[overwritten.column]?.formulas.get(overwritten.row);
  const troubles = [];
  const width = Math.max(before.columns.length, after.columns.length);
  for (let column = 0; column < width; column++) {
    for (const row of rowsOf(before.columns[column], after.columns[column])) {
      const edit = edited.get(`${row},${column}`);
      const [old, now] = [cellOf(before, row, column), cellOf(after, row, column)];
      const place = `${before.name} row ${row + 1} column ${column + 1}`;
      if (edit) {
        if (now.value !== edit.value) troubles.push(`${place} does not hold the edit`);
        if (now.formula !== undefined) troubles.push(`${place} still has a formula`);
        continue;
      }
      // A column without values shows its styles only once it has one.
      const isRestyled = old.kind !== CellKind.empty && old.style !== now.style;
      const result = results.get(placeOf(row, column));
      const isRecomputed = result !== undefined && (now.value ?? null) === shownAs(result);
      if (((old.kind !== now.kind || old.value !== now.value) && !isRecomputed) || isRestyled)
        troubles.push(`${place} was ${JSON.stringify(old)} and is ${JSON.stringify(now)}`);
      // All cells of an array have its formula; when one is edited, none has.
      const isOfGoneArray = now.formula === undefined && old.formula === goneFormula;
      // A cell of an array that has no formula of its own has none once its result is dropped.
      const isDropped = result === null && before.arrays.some((array) => isIn(array, row, column));
      if (old.formula !== now.formula && !isOfGoneArray && !isDropped)
        troubles.push(`${place} had ${old.formula} and has ${now.formula}`);
    }
  }
  return troubles;
}

function isIn({ top, bottom, left, right }, row, column) {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** A result as the grid stores it. */
function shownAs(result) {
  return typeof result === 'boolean' ? Number(result) : (result?.error ?? result);
}

function* rowsOf(one, other) {
  const first = Math.min(one?.firstRow ?? Infinity, other?.firstRow ?? Infinity);
  const end = (column) => (column ? column.firstRow + column.kinds.length : 0);
  for (let row = first; row < Math.max(end(one), end(other)); row++) yield row;
}

function cellOf(sheet, row, column) {
  const cells = sheet.columns[column];
  const slot = row - (cells?.firstRow ?? 0);
  const kind = cells?.kinds[slot] ?? CellKind.empty;
  const raw = cells?.values[slot];
  const isText = kind === CellKind.text || kind === CellKind.error;
  return {
    kind,
    value: kind === CellKind.empty ? undefined : isText ? sheet.texts.at(raw) : raw,
    style: cells?.styles?.[slot] ?? 0,
    formula: cells?.formulas.get(row),
  };
}
