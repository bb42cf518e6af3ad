import { Page } from '../outcomes/page.mjs';

/**
 * A sheet and its tables as one text file: first the sheet, then a part for each expected table.
 *
 *     **Invoice** |          |      |
 *     Date:       | @2024-04-30 |   |
 *     ~Item       | ~Quantity | ~Amount
 *     Pens        | 10        | 1200
 *     Total       |           | 1200 =SUM(C4:C4)
 *     == invoice_2
 *     Item | Quantity:BIGINT | Amount:BIGINT
 *     Pens | 10 | 1200
 *
 * In the sheet `**bold**`, `~filled`, `#ruled`, `>>` for a step of indent, `<` and `^` for a cell merged with the one to the
 * left or above, `@2024-04-30` for a date, `12.5%` for a share, `'007` for a text, `300 =SUM(…)` for a formula.
 * `\n` breaks a line within a cell. `== or` begins another right reading, and `== notes` lists what must be in the notes.
 *
 * `!csv` in the first line makes it a csv file, with `;` or `tab` between the cells, `bom` or an encoding such as
 * `shift_jis` if these are named behind it; `!xlsx hidden B,D,5` hides columns and rows, which count as all others.
 */
export function readCase(name, text) {
  const { sheet, parts } = splitCase(text);
  return makeCase(name, sheet, parts);
}

/** The case with its sheet as a harmless change leaves it (harmless-changes.mjs); undefined where that does not apply. */
export function readChangedCase(name, text, change) {
  const { sheet, parts } = splitCase(text);
  const changed = change(sheet);
  return changed && makeCase(name, changed, parts);
}

function splitCase(text) {
  const [drawn = '', ...parts] = text.split(/^== */m);
  const lines = drawn.replace(/\n+$/, '').split('\n');
  const [format = 'xlsx', ...saved] = lines[0]?.startsWith('!')
    ? (lines.shift() ?? '').slice(1).split(' ')
    : [];
  const rows = lines.map((line) => line.split('|').map((cell) => withBreaks(cell.trim())));
  return {
    sheet: { format, rows, ...(format === 'csv' ? { dialect: readDialect(saved) } : readHidden(saved)) },
    parts,
  };
}

const withBreaks = (text) => text.replaceAll('\\n', '\n');

function readDialect(words) {
  const delimiter = words.includes('tab') ? '\t' : words.includes(';') ? ';' : ',';
  const mark = words.includes('bom') ? '\ufeff' : '';
  return { delimiter, mark, encoding: words.find((word) => /^[a-z]+[_-]/.test(word)) ?? 'utf-8' };
}

/** Columns are named by their letter, rows by their number. */
function readHidden([, places = '']) {
  const named = places.split(',').filter(Boolean);
  return {
    hiddenRows: named.filter((place) => /\d/.test(place)).map((place) => Number(place) - 1),
    hiddenColumns: named.filter((place) => /[A-Z]/.test(place)).map((place) => place.charCodeAt(0) - 65),
  };
}

function makeCase(name, sheet, parts) {
  const { format, rows, above = [], left = 0, dialect, hiddenRows = [], hiddenColumns = [] } = sheet;
  const page = new Page();
  page.dialect = dialect ?? page.dialect;
  page.hide(
    hiddenRows.map((row) => row + above.length),
    hiddenColumns.map((column) => column + left),
  );
  drawSheet(page, above, format);
  page.startAt(above.length, left);
  drawSheet(page, rows, format);
  const [tables, notes] = readParts(parts);
  for (const table of tables.flat()) {
    moveSheetRows(table, above.length);
    moveLetters(table, left, new Set(page.texts().flat()));
  }
  return {
    family: 'business',
    seed: name,
    base: name,
    format,
    page,
    styles: [],
    truths: tables,
    titles: textsAround(page, tables[0] ?? []),
    notes,
  };
}

function drawSheet(page, rows, format) {
  const lengthOf = (cells, mark) => {
    const end = cells.findIndex((cell) => cell !== mark);
    return end < 0 ? cells.length : end;
  };
  rows.forEach((cells, row) => {
    cells.forEach((cell, column) => {
      if (cell === '<' || cell === '^') return;
      const below = rows.slice(row + 1).map((other) => other[column]);
      page.merge(row, column, row + lengthOf(below, '^'), column + lengthOf(cells.slice(column + 1), '<'));
      const { written, look } = readCell(cell, format);
      page.put(row, column, written, look);
    });
  });
}

function readCell(marked, format) {
  const look = {};
  let text = marked;
  const take = (mark, change) => {
    if (!text.startsWith(mark)) return;
    text = text.slice(mark.length);
    Object.assign(look, change);
  };
  if (/^\*\*.*\*\*$/.test(text)) {
    text = text.slice(2, -2);
    look.bold = true;
  }
  take('~', { fill: 'DDEBF7', bold: true });
  take('#', { borders: { top: 'thin', right: 'thin', bottom: 'thin', left: 'thin' } });
  while (text.startsWith('>>')) take('>>', { indent: (look.indent ?? 0) + 1 });
  return { written: writtenCell(text, format), look: format === 'csv' ? {} : look };
}

/** As a person types it: numbers and dates become such in a workbook and stay texts in a csv file. */
function writtenCell(text, format) {
  if (text.startsWith("'")) return { text: text.slice(1) };
  if (text.startsWith('@')) {
    const date = text.slice(1);
    return format === 'csv' ? { text: date } : { text: date, date, format: 'yyyy-mm-dd' };
  }
  const [, value, formula] = /^(-?[\d.]+%?) =(.+)$/.exec(text) ?? [undefined, text, undefined];
  const number = /^-?(?:\d+|\d*\.\d+)$/.test(value) ? Number(value) : undefined;
  const share = /^(-?[\d.]+)%$/.exec(value)?.[1];
  if (format === 'csv' || (number === undefined && share === undefined)) return { text: value };
  if (share !== undefined)
    return { text: value, number: Number((Number(share) / 100).toPrecision(12)), format: '0.0%', formula };
  return { text: value, number, formula };
}

function readParts(parts) {
  /** @type {ReturnType<typeof readTable>[][]} */
  const readings = [[]];
  const notes = [];
  for (const part of parts) {
    const [title = '', ...lines] = part.replace(/\n+$/, '').split('\n');
    if (title.trim() === 'notes') notes.push(...lines.map(withBreaks));
    else if (title.trim() === 'or') readings.push([]);
    else readings.at(-1)?.push(readTable(title.trim(), lines));
  }
  return [readings, notes];
}

function readTable(name, [header = '', ...lines]) {
  const columns = header.split('|').map((cell) => {
    const [names = '', type] = cell.trim().split(/:(?=[A-Z]+$)/);
    const [first, ...also] = names.split(' / ');
    return { name: first, also, type: type ?? (first === 'period' ? 'PERIOD' : 'VARCHAR') };
  });
  const rows = lines.map((line) =>
    line.split('|').map((cell, at) => readValue(withBreaks(cell.trim()), columns[at]?.type ?? '')),
  );
  const [first, ...also] = name.split(' / ');
  return { name: first, also, columns, rows };
}

/** The table of labels says in which row of the sheet each is. */
function moveSheetRows({ columns, rows }, by) {
  const at = columns.findIndex(({ name }) => name === 'sheet_row');
  if (at >= 0) for (const row of rows) row[at] += by;
}

/** Columns without a name in the sheet are named by their letters. */
function moveLetters({ columns }, by, texts) {
  for (const column of columns)
    if (/^[A-Y]$/.test(column.name) && !texts.has(column.name))
      column.name = String.fromCharCode(column.name.charCodeAt(0) + by);
}

function readValue(text, type) {
  if (text === '') return null;
  if (type === 'BIGINT' || type === 'DOUBLE') return Number(text);
  if (type === 'TIME') return microseconds(text);
  return type === 'BOOLEAN' ? text === 'true' : text;
}

const microseconds = (time) => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000_000;
};

/** What is in no table may be among the notes; headings and values of tables may not. */
function textsAround(page, tables) {
  const inTables = new Set(
    tables.flatMap(({ columns, rows }) => [...columns.map(({ name }) => name), ...rows.flat().map(String)]),
  );
  return page
    .texts()
    .flat()
    .map((text) => text.trim())
    .filter((text) => text !== '' && !inTables.has(text));
}
