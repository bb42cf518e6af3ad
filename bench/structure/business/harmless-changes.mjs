import { encode } from '../../support/text-encoders.mjs';

// Changes of a sheet after which a person would still make the same tables of it. Each takes and returns the marked cells of
// read-case.mjs, with rows that are put `above` and columns left blank at the `left`; undefined where it would say something
// else or change nothing.

const withoutLook = (cell) => cell.replace(/^\*\*(.*)\*\*$/, '$1').replace(/^[~#]+/, '');
/** An indent, or that a number is meant as a text. */
const isLostInCsv = (cell) => /^[*~#]*(?:>>|')/.test(cell);
const isMerged = (cell) => cell === '<' || cell === '^';

const mapCells = (sheet, change) => {
  const rows = sheet.rows.map((cells) => cells.map(change));
  const isSame = rows.every((cells, row) => cells.every((cell, at) => cell === sheet.rows[row][at]));
  return isSame ? undefined : { ...sheet, rows };
};

/** The number that a cell begins with, after the marks of its look. */
const number = /^((?:\*\*|[~#])*)(-?)(\d+)(\.\d+)?((?: =.*)?(?:\*\*)?)$/;

/** Shorter ones may be years, or numbers that people and things have. */
const isAmount = (digits) => /^[1-9]\d{4}/.test(digits);

/** The same csv file with its cells parted, or its characters written, in another way. */
const inDialect = (sheet, dialect) => {
  const written = { ...sheet.dialect, ...dialect };
  // Between semicolons a comma may be a decimal sign.
  const isOther = (written.delimiter === ';') !== (sheet.dialect?.delimiter === ';');
  if (sheet.format !== 'csv' || (isOther && sheet.rows.flat().some((cell) => /\d[,，]\d/.test(cell))))
    return undefined;
  return { ...sheet, dialect: written };
};

const grouped = (digits) => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

export const harmlessChanges = {
  'a blank row above': (sheet) => ({ ...sheet, above: [['']] }),
  'two blank rows above': (sheet) => ({ ...sheet, above: [[''], ['']] }),
  'a title above': (sheet) => ({ ...sheet, above: [['Monthly report'], ['']] }),
  'the day of printing above': (sheet) => ({ ...sheet, above: [['', '', '', 'Printed 2024-05-01']] }),
  'a blank column at the left': (sheet) => ({ ...sheet, left: 1 }),
  'a blank row and column': (sheet) => ({ ...sheet, above: [['']], left: 1 }),
  'a source below': (sheet) => ({
    ...sheet,
    rows: [...sheet.rows, [''], ['Source: records of the company']],
  }),
  'a source right below': (sheet) => ({
    ...sheet,
    rows: [...sheet.rows, ['Source: records of the company']],
  }),
  'no bold, fills, lines': (sheet) => (sheet.format === 'xlsx' ? mapCells(sheet, withoutLook) : undefined),
  'no formulas': (sheet) => mapCells(sheet, (cell) => cell.replace(/^([^=]*\d%?) =.*?(\**)$/, '$1$2')),
  'saved as csv': (sheet) =>
    sheet.format === 'xlsx' && !sheet.rows.flat().some((cell) => isMerged(cell) || isLostInCsv(cell))
      ? { ...sheet, format: 'csv', rows: sheet.rows.map((cells) => cells.map(withoutLook)) }
      : undefined,
  'saved as csv, merges lost': (sheet) =>
    sheet.format === 'xlsx' && sheet.rows.flat().some(isMerged) && !sheet.rows.flat().some(isLostInCsv)
      ? {
          ...sheet,
          format: 'csv',
          rows: sheet.rows.map((cells) => cells.map((cell) => (isMerged(cell) ? '' : withoutLook(cell)))),
        }
      : undefined,
  'csv with tabs': (sheet) => inDialect(sheet, { delimiter: '\t' }),
  'csv with semicolons': (sheet) => inDialect(sheet, { delimiter: ';' }),
  'csv with a mark': (sheet) => inDialect(sheet, { mark: '\ufeff', encoding: 'utf-8' }),
  'csv in UTF-16': (sheet) => inDialect(sheet, { delimiter: '\t', mark: '\ufeff', encoding: 'utf-16le' }),
  'csv in Shift_JIS': (sheet) =>
    encode(sheet.rows.flat().join(''), 'shift_jis')
      ? inDialect(sheet, { mark: '', encoding: 'shift_jis' })
      : undefined,
  'amounts as texts with commas': (sheet) =>
    mapCells(sheet, (cell) =>
      cell.replace(number, (all, look, sign, digits, decimals = '') =>
        isAmount(digits) ? `${look.replace('**', '')}'${sign}${grouped(digits)}${decimals}` : all,
      ),
    ),
  'minus as a triangle': (sheet) =>
    mapCells(sheet, (cell) =>
      cell.replace(number, (all, look, sign, digits, decimals = '') =>
        sign ? `${look.replace('**', '')}'△${grouped(digits)}${decimals}` : all,
      ),
    ),
  'minus as brackets': (sheet) =>
    mapCells(sheet, (cell) =>
      cell.replace(number, (all, look, sign, digits, decimals = '') =>
        sign ? `${look.replace('**', '')}'(${grouped(digits)}${decimals})` : all,
      ),
    ),
  'dates as texts': (sheet) => mapCells(sheet, (cell) => cell.replace(/^@/, "'").replace(/^(\W*)@/, "$1'")),
  'dates with slashes': (sheet) =>
    mapCells(sheet, (cell) =>
      cell.replace(/@(\d{4})-0?(\d+)-0?(\d+)/, (_, year, month, day) => `'${year}/${month}/${day}`),
    ),
};
