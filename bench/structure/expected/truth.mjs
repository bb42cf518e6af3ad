import { columnLetters } from '#sheets/core/column-letters.js';
import { columnsOf, isWithin, plain, plainName, rangeOf, rowsOf } from './cells.mjs';

/**
 * The tables that a person would make of a sheet, one list for each reading that is as good. README.md
 * describes the files.
 */
export function readingsOf(truth, cells) {
  return [truth.tables, ...(truth.or ?? [])].map((tables) =>
    tables.map((table) => (table.fields ? formOf(table) : tableOf(table, cells))),
  );
}

function tableOf(table, cells) {
  const range = rangeOf(table.range);
  const headerRows = [...rowsOf(table.header)];
  const computed = rowsOf(table.computed);
  const either = rowsOf(table.either);
  const notes = (table.notes ?? '').split(',').filter(Boolean).map(rangeOf);
  const isNote = (row, column) => notes.some((one) => isWithin(one, row, column));
  const others = new Set([
    ...headerRows,
    ...rowsOf(table.repeats),
    ...computed,
    ...either,
    ...rowsOf(table.heads),
    ...rowsOf(table.maybe),
  ]);
  const dataRows = table.rows ? rowsOf(table.rows) : restOf(range, others, cells, isNote);
  const parts = (column) => headerParts(table, cells, headerRows, column);
  const columns = table.columns.flatMap((text) => columnSpecs(text, parts));
  const long = table.long && longOf(table.long, cells, headerRows, table);
  for (const column of columns) column.isLong = long?.columns.has(column.at) ?? false;
  return {
    names: table.name,
    range,
    headerRows: new Set([...headerRows, ...rowsOf(table.repeats)]),
    dataRows,
    computed,
    either,
    heads: rowsOf(table.heads),
    maybe: rowsOf(table.maybe),
    isNote,
    levels: table.levels ?? computed.size > 0,
    groups: groupsOf(table.groups),
    labels: new Map(Object.entries(table.labels ?? {})),
    columns: uniqueEndings(columns),
    long,
  };
}

/** Rows of the range that are filled and not said to be something else. */
function restOf(range, others, cells, isNote) {
  const rows = new Set();
  for (const row of cells.filledRows(range)) {
    const isData = cells.filledInRow(row, range).some((column) => !isNote(row, column));
    if (isData && !others.has(row)) rows.add(row);
  }
  return rows;
}

/**
 * `B:D+ n name|other name`: columns, filled down (`?` or not, `~` may be missing), type, names as good as the
 * header's own (`*` any).
 */
function columnSpecs(text, parts) {
  const [, letters, fill, type, names] = /^([A-Z:]+)([+?~]?) (\S+) ?(.*)$/.exec(text) ?? [];
  if (!letters) throw new Error(`“${text}” does not describe a column.`);
  return columnsOf(letters).map((at) => ({
    at,
    type,
    fill: fill === '+' ? 'must' : fill === '?' ? 'may' : 'no',
    optional: fill === '~',
    anyName: names === '*',
    names: names === '*' ? [] : names.split('|').filter(Boolean),
    parts: parts(at),
  }));
}

/** The texts of the header over a column, from top to bottom, each over all columns that it covers. */
function headerParts({ spans = [] }, cells, headerRows, column) {
  const covers = [...cells.sheet.merges, ...spans.map(rangeOf)];
  const texts = headerRows.flatMap((row) => {
    const cover = covers.find((one) => isWithin(one, row, column));
    const text = cover ? cells.text(cover.top, cover.left) : cells.text(row, column);
    return plain(text) === '' ? [] : [text.replaceAll('\n', '')];
  });
  return texts.filter((text, at) => text !== texts[at - 1]);
}

/** A column may go by the last texts of its header where no other column does, and without its unit. */
function uniqueEndings(columns) {
  const endings = columns.map(({ parts }) => {
    const own = [parts, parts.map(withoutUnit)];
    return own.flatMap((texts) => texts.map((_, at) => plainName(texts.slice(at).join(''))));
  });
  return columns.map((column, index) => ({
    ...column,
    accepted: [
      ...column.names.flatMap((name) => [plainName(name), plainName(withoutUnit(name))]),
      ...endings[index].filter(
        (ending, at) =>
          ending !== '' &&
          (at % column.parts.length === 0 ||
            endings.every((other, one) => one === index || !other.includes(ending))),
      ),
    ],
  }));
}

const withoutUnit = (text) => text.replace(/[(（[][^()（）]*[)）\]]\s*$/, '');

/** `{columns, row}`: the columns that become rows, and the header rows with their periods. */
function longOf({ columns, row, also = {} }, cells, headerRows, table) {
  const periodRows = row ? [...rowsOf(String(row))] : headerRows;
  const labels = new Map();
  const measures = new Map();
  for (const part of columns.split(',')) {
    for (const column of columnsOf(part)) {
      labels.set(
        column,
        also[columnLetters(column)] ?? headerParts(table, cells, periodRows, column).join(' '),
      );
      const others = headerRows.filter((one) => !periodRows.includes(one));
      measures.set(column, plainName(withoutUnit(headerParts(table, cells, others, column).join(''))));
    }
  }
  return { columns: new Set(labels.keys()), labels, measures };
}

function groupsOf(groups = {}) {
  const byRow = new Map();
  for (const [rows, label] of Object.entries(groups)) {
    for (const row of rowsOf(rows)) byRow.set(row, [...(byRow.get(row) ?? []), label.split('|').map(plain)]);
  }
  return byRow;
}

/** A form has one row; each field is a cell under a name. */
function formOf({ name, range, fields }) {
  return {
    names: name,
    range: rangeOf(range),
    isForm: true,
    fields: fields.map((text) => {
      const [, address, type, names] = /^([A-Z]+\d+) (\S+) (.+)$/.exec(text) ?? [];
      const { top, left } = rangeOf(address);
      return { address, row: top, column: left, type, accepted: names.split('|').map(plainName) };
    }),
  };
}
