// The Senbazuru sheets with the tree of their row labels.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readXlsx } from '#sheets/xlsx/read/read-xlsx.js';
import { ZipArchive } from '#sheets/zip/zip-archive.js';
import { rowLabelTree } from '#structure/hierarchy/row-label-tree.js';
import { gridOfSheet } from '#structure/sheet-grid.js';

const SHEETS = new URL('../../../shared/data/xlsx/senbazuru/', import.meta.url).pathname;

/** The sheets as they were read, with the pairs of rows that are wanted. */
export async function readLabelledTrees() {
  const trees = [];
  for (const file of readdirSync(SHEETS).filter((name) => name.endsWith('.label'))) {
    const name = file.replace('.label', '');
    if (existsSync(`${SHEETS}${name}.xlsx`)) trees.push(await readTree(name));
  }
  return trees;
}

/** Rows of the labels count from 1; the range starts at the header over the labels, which is their root. */
async function readTree(name) {
  const [head, ...lines] = readFileSync(`${SHEETS}${name}.label`, 'utf8').trim().split(/\r?\n/);
  const [top, left, bottom] = head.split(/\s+/).slice(1).map(Number);
  const wanted = new Set(lines.map((line) => line.trim()));
  const grid = await readFirstSheet(name);
  const hasHeader = isHeader(grid, top - 1, left - 1);
  const rows = {
    labelColumns: [left - 1],
    firstRow: hasHeader ? top : top - 1,
    lastRow: bottom - 1,
    ...(hasHeader ? { headerRow: top - 1 } : {}),
  };
  return { name, grid, wanted, rows };
}

/** How many of the pairs found are right, of how many found and wanted. */
export function compareTree({ grid, wanted, rows }) {
  const parents = rowLabelTree(grid, rows);
  const found = parents.flatMap((parent, at) =>
    parent === null ? [] : [`${parent + 1},${rows.firstRow + at + 1}`],
  );
  return {
    right: found.filter((pair) => wanted.has(pair)).length,
    found: found.length,
    wanted: wanted.size,
    pairs: found,
  };
}

async function readFirstSheet(name) {
  const archive = await ZipArchive.open(`${SHEETS}${name}.xlsx`);
  try {
    const { sheets } = await readXlsx(archive);
    return gridOfSheet(sheets[0], null);
  } finally {
    await archive.close();
  }
}

/** A header has texts beside it and no number. */
function isHeader(grid, row, labelColumn) {
  const beside = Array.from({ length: grid.columnCount }, (_, column) => column).filter(
    (column) => column > labelColumn && !grid.isEmpty(row, column),
  );
  return beside.length > 0 && beside.every((column) => Number.isNaN(grid.number(row, column)));
}
