import { readdirSync } from 'node:fs';
import { readWorkbook } from '#sheets/spreadsheet/read-workbook.js';
import { SheetCells } from '#structure/sheet-cells.js';
import { printTable } from '../../support/measure.mjs';
import { baseName, structureSheet } from './structure-sheet.mjs';

/** Over all municipal files: failures, cells accounted for, and files with headers among the notes. */
export async function printMunicipal(folder) {
  const sum = { files: 0, failed: 0, sheets: 0, cells: 0, placed: 0, listed: 0, 'headers among notes': 0 };
  const suspects = [];
  for (const file of readdirSync(folder)) {
    sum.files++;
    try {
      const { sheets, dialect } = await readWorkbook(`${folder}${file}`, file);
      const lines = [];
      for (const sheet of sheets) {
        const { spec, coverage, tables } = structureSheet(sheet, dialect, baseName(file, sheets, sheet));
        sum.sheets++;
        sum.cells += coverage.cells;
        sum.placed += coverage.placed;
        sum.listed += coverage.unplaced.total;
        lines.push(
          ...headersAmongNotes(new SheetCells(sheet), spec, tables).map((text) => `${sheet.name}: ${text}`),
        );
      }
      if (lines.length === 0) continue;
      sum['headers among notes']++;
      suspects.push(`${file} (${lines.length}) ${lines[0]}`);
    } catch (error) {
      sum.failed++;
      console.log(`${file}: ${error.message}`);
    }
  }
  printTable('Japanese municipal files', Object.keys(sum), [Object.values(sum)]);
  for (const line of suspects) console.log(`  ${line}`);
}

const MIN_TEXTS = 3;
const LONGEST_HEADING = 20;

/**
 * Lines of the table of notes that look like a header: cells that structuring itself took for headings, or three
 * short texts and more over filled columns of a table that they stand in or over.
 */
function headersAmongNotes(cells, { regions }, tables) {
  const data = regions.filter(({ kind }) => kind === 'data').map(({ range }) => range);
  const lines = new Map();
  for (const { role, rows, sources } of tables) {
    if (role !== 'notes') continue;
    rows.forEach(([kind], at) => {
      const cell = sources[at].find(Boolean);
      if (!cell) return;
      const line = lines.get(cell.row) ?? [];
      line.push({ ...cell, kind, text: cells.text(cell.row, cell.column) });
      lines.set(cell.row, line);
    });
  }
  return [...lines.values()]
    .filter((line) => isHeader(cells, data, line))
    .map((line) => line.map(({ text }) => text).join(' | '));
}

function isHeader(cells, data, line) {
  const headings = line.filter(({ text }) => isHeading(text));
  if (headings.filter(({ kind }) => kind === 'header').length > 1) return true;
  const over = headings.filter(({ row, column }) =>
    data.some(
      ({ top, left, bottom, right }) =>
        left <= column &&
        column <= right &&
        row < bottom &&
        cells.filledRows({ top: Math.max(top, row + 1), bottom, left: column, right: column }).length > 1,
    ),
  );
  return headings.length >= MIN_TEXTS && over.length * 2 >= headings.length;
}

function isHeading(text) {
  const shown = text.trim();
  return shown.length <= LONGEST_HEADING && /\p{L}/u.test(shown) && !/[。：:]/.test(shown);
}
