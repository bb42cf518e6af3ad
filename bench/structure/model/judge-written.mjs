import { SheetCells } from '#structure/sheet-cells.js';
import { judge } from '../expected/judge.mjs';
import { readingsOf } from '../expected/truth.mjs';
import { compare } from '../outcomes/compare.mjs';

/**
 * What the tables of a sheet are whose right ones are known: `{verdict, wrongData, why}`. *Right* is exactly these tables;
 * *usable* has all values in the right columns, and another name or note; *wrong data* is a value that no right table has beside
 * the same label and under the same name. Cells that stay as they are in the sheet claim nothing.
 */
export function judgeTables({ sheet, baseName, written, expected }, spec, made) {
  if (expected) return judgeExpected({ sheet, baseName, expected }, spec, made);
  const { reading, differences } = compare(written, made);
  const why = differences.map(({ kind, table, detail }) => `${kind}: ${table} ${detail}`).join('; ');
  const isUsable = differences.every(({ kind }) => kind === 'table name' || kind === 'notes');
  const verdict = differences.length === 0 ? 'right' : isUsable ? 'usable' : 'wrong';
  const wrongData =
    verdict === 'wrong' && !spec.keptAsSheet && written.truths.every((one) => hasWrongData(one, made));
  return { verdict, wrongData, why, reading };
}

function judgeExpected({ sheet, baseName, expected }, spec, made) {
  const cells = new SheetCells(sheet);
  const named = (tables) =>
    tables.map((table) => ({
      ...table,
      name: [table.name].flat().map((name) => name.replace('$', baseName)),
    }));
  const truth = { ...expected, tables: named(expected.tables), or: (expected.or ?? []).map(named) };
  const { verdict, wrongData, problems } = judge(readingsOf(truth, cells), cells, made, expected);
  const why = problems.map(({ kind, table, detail }) => `${kind}: ${table} ${detail}`).join('; ');
  return { verdict, wrongData: wrongData && !spec.keptAsSheet, why };
}

/** Whether a value stands in a row or a column in which no right table has it. */
function hasWrongData(truth, made) {
  const rows = truth.flatMap(({ columns, rows }) => rows.map((values) => new RightRow(columns, values)));
  const names = new Set(
    truth.flatMap(({ columns }) => columns.flatMap(({ name, also = [] }) => [name, ...also])),
  );
  const tables = made.filter(({ role }) => role === 'table' || role === 'level');
  return tables.some(({ columns, rows: found }) =>
    found.some((values) => {
      const filled = values.flatMap((value, at) =>
        value === null ? [] : [{ value, name: columns[at].name }],
      );
      return filled.some(({ value, name }) => {
        if (typeof value !== 'number') return false;
        const others = filled.filter((one) => one.value !== value);
        return !rows.some(
          (row) =>
            row.has(value, names.has(name) ? name : undefined) &&
            (others.length === 0 || others.some((one) => row.has(one.value, undefined))),
        );
      });
    }),
  );
}

/** A number may be right as a text. */
const isSame = (text, value) =>
  text === String(value) ||
  (typeof value === 'number' && text.trim() !== '' && Number(text.replaceAll(/[,$%]/g, '')) === value);

class RightRow {
  #cells = [];

  constructor(columns, values) {
    values.forEach((value, at) => {
      if (value !== null)
        this.#cells.push({ value: String(value), names: [columns[at].name, ...(columns[at].also ?? [])] });
    });
  }

  /** A value, under a name if one is given. */
  has(value, name) {
    return this.#cells.some((cell) => isSame(cell.value, value) && (!name || cell.names.includes(name)));
  }
}
