// The child of read-corpus.mjs: reads one file and compares its cells with the agreed ones.
import { CellKind } from '#sheets/grid/grid.js';
import { answerJobs } from './reader-pool.mjs';
import { tryToRead } from './try-to-read.mjs';

const KINDS = {
  [CellKind.text]: 's',
  [CellKind.number]: 'n',
  [CellKind.boolean]: 'b',
  [CellKind.error]: 'e',
  [CellKind.date]: 'd',
};
const DAYS_FROM_1900_TO_1904 = 1462;
const RELATIVE_TOLERANCE = 1e-9;
/** The dates of the truth have only this precision. */
const MILLISECOND_IN_DAYS = 1 / 86_400_000;

answerJobs(async ({ path, filename, sheets = [] }) => {
  const { workbook, refused, detail, failed } = await tryToRead(path, filename);
  if (!workbook) return { refused, detail, failed };
  const disagreements = sheets.flatMap((expected) => compareSheet(workbook, expected));
  return {
    disagreements,
    onlyLineEndings: disagreements.length > 0 && disagreements.every(differOnlyInLineEndings),
    hasSurplus: workbook.sheets.some((sheet) => hasSurplus(sheet, sheets)),
  };
});

function compareSheet(workbook, { name, cells }) {
  const sheet = workbook.sheets.find((candidate) => candidate.name === name);
  return Object.entries(cells).flatMap(([place, expected]) => {
    const [row, column] = place.split(',').map(Number);
    const got = sheet && cellAt(sheet, row, column);
    if (got && agrees(expected, got, sheet.dateSystem === '1904')) return [];
    return [{ sheet: name, cell: a1(row, column), expected, got }];
  });
}

/**
 * Whether it has cells that the truth lacks. Cells with empty text are ignored: the truth has none at all.
 */
function hasSurplus(sheet, sheets) {
  const known = sheets.find(({ name }) => name === sheet.name)?.cells ?? {};
  return sheet.columns.some((cells, column) =>
    cells?.kinds.some((_, slot) => {
      const row = cells.firstRow + slot;
      const got = cellAt(sheet, row, column);
      return got && got[1] !== '' && !(`${row},${column}` in known);
    }),
  );
}

function cellAt(sheet, row, column) {
  const cells = sheet.columns[column];
  const slot = row - (cells?.firstRow ?? 0);
  const kind = KINDS[cells?.kinds[slot]];
  if (!kind) return undefined;
  const value = cells.values[slot];
  if (kind === 's' || kind === 'e') return [kind, sheet.texts.at(value)];
  return [kind, kind === 'b' ? value === 1 : value];
}

/**
 * Readers disagree on whether a number is a date (durations, times, local formats), so dates and numbers are
 * compared by value. Some readers behind the truth converted serials of 1904 to 1900, in some files.
 */
function agrees([kind, value], [gotKind, gotValue], date1904) {
  if (!isNumeric(kind) || !isNumeric(gotKind)) return kind === gotKind && value === gotValue;
  const tolerance = kind === 'd' ? MILLISECOND_IN_DAYS : RELATIVE_TOLERANCE * Math.abs(value);
  const near = (number) => Math.abs(number - value) <= tolerance;
  return near(gotValue) || (date1904 && near(gotValue + DAYS_FROM_1900_TO_1904));
}

const isNumeric = (kind) => kind === 'n' || kind === 'd';

function differOnlyInLineEndings({ expected, got }) {
  return expected[0] === 's' && got?.[0] === 's' && unified(expected[1]) === unified(got[1]);
}

const unified = (text) => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');

function a1(row, column) {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters + (row + 1);
}
