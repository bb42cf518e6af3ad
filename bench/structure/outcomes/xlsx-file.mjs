import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { columnLetters } from '#sheets/core/column-letters.js';
import { readWorkbook } from '#sheets/spreadsheet/read-workbook.js';
import { writeEntries } from '../../support/zip.mjs';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';

/** Cells without their look as a file of the smallest kind, read as an upload is: `{sheet, dialect}`. */
export async function readThroughFile(cells, base) {
  const folder = await mkdtemp(join(tmpdir(), 'outcomes-'));
  try {
    const path = join(folder, 'book.xlsx');
    await writeFile(path, workbookOf(cells));
    const { sheets, dialect } = await readWorkbook(path, `${base}.xlsx`);
    return { sheet: sheets[0], dialect };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function workbookOf(cells) {
  const relationships = (type, target) =>
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
  const contentType = (part, kind) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${contentType('workbook', 'sheet.main')}${contentType('sheet1', 'worksheet')}</Types>`,
    '_rels/.rels': relationships('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships('worksheet', 'sheet1.xml'),
    'xl/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rowsOf(cells)}</sheetData></worksheet>`,
  };
  return writeEntries(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) })));
}

function rowsOf(cells) {
  const rows = new Map();
  for (const cell of cells.toSorted((a, b) => a.row - b.row || a.column - b.column))
    rows.set(cell.row, (rows.get(cell.row) ?? '') + cellMarkup(cell));
  return [...rows].map(([row, markup]) => `<row r="${row + 1}">${markup}</row>`).join('');
}

function cellMarkup({ row, column, text, number, formula }) {
  const place = `r="${columnLetters(column)}${row + 1}"`;
  const computed = formula ? `<f>${formula}</f>` : '';
  if (number !== undefined) return `<c ${place}>${computed}<v>${number}</v></c>`;
  return text === ''
    ? `<c ${place}>${computed}</c>`
    : `<c ${place} t="inlineStr"><is><t>${text}</t></is></c>`;
}
