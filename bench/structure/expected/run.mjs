import { readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { readWorkbook } from '#sheets/spreadsheet/read-workbook.js';
import { SheetCells } from '#structure/sheet-cells.js';
import { grid } from '../outcomes/show-case.mjs';
import { judge } from './judge.mjs';
import { printMunicipal } from './municipal.mjs';
import { sheetText } from './show.mjs';
import { baseName, structureSheet } from './structure-sheet.mjs';
import { readingsOf } from './truth.mjs';

const HERE = new URL('.', import.meta.url).pathname;
const DATA = `${resolve(process.env.SHARED_DATA ?? new URL('../../../../shared/data', import.meta.url).pathname)}/`;

/**
 * Prints how many of the real sheets come out as a person would make them, and what is wrong with the others;
 * `<part of a name>` only some of them, `--show <part of a name>` the sheet beside what came out, `--truth` the
 * tables expected, `--municipal` only the figures over all municipal files.
 */
export async function runRealFiles(args) {
  const [wanted = ''] = args.filter((arg) => !arg.startsWith('--'));
  if (args.includes('--municipal')) return await printMunicipal(`${DATA}xlsx/kobe/`);
  const results = [];
  for (const { id, truth } of truths(wanted)) {
    const result = await judgeFile(truth);
    results.push({ id, truth, ...result });
    if (args.includes('--truth')) printTruth(result.readings);
    if (args.includes('--show')) printCase(result);
    printResult(results.at(-1));
  }
  printSum(results);
  if (wanted === '') await printMunicipal(`${DATA}xlsx/kobe/`);
}

/** Every sheet with its spec and the verdict about its tables. */
export async function judgedFiles() {
  const judged = [];
  for (const { id, truth } of truths('')) judged.push({ id, ...(await judgeFile(truth)) });
  return judged;
}

function truths(wanted) {
  return readdirSync(HERE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json') && path.includes(wanted))
    .sort()
    .map((path) => ({
      id: path.replace(/\.json$/, ''),
      truth: JSON.parse(readFileSync(`${HERE}${path}`, 'utf8')),
    }));
}

const judgeFile = async (truth) => judgeRead(await readFile(truth));

/** The sheets whose right tables are written down, as they were read. */
export async function readFiles() {
  const files = [];
  for (const { id, truth } of truths('')) files.push({ id, ...(await readFile(truth)) });
  return files;
}

async function readFile(truth) {
  const { sheets, dialect } = await readWorkbook(`${DATA}${truth.file}`, basename(truth.file));
  const sheet = truth.sheet ? sheets.find(({ name }) => name === truth.sheet) : sheets[0];
  if (!sheet) throw new Error(`${truth.file} has no sheet ${truth.sheet}.`);
  const cells = new SheetCells(sheet);
  const base = baseName(basename(truth.file), sheets, sheet);
  return { truth, sheet, dialect, cells, base, readings: readingsOf(withBase(truth, base), cells) };
}

export function judgeRead({ truth, sheet, dialect, cells, base, readings }) {
  try {
    const { tables, spec } = structureSheet(sheet, dialect, base);
    return { sheet, dialect, readings, made: tables, spec, ...judge(readings, cells, tables, truth) };
  } catch (error) {
    const problem = { kind: 'error', group: 'errors', table: base, detail: String(error.stack), count: 1 };
    return { sheet, readings, made: [], problems: [problem], verdict: 'wrong', wrongData: true };
  }
}

/** `$` stands for the name of the file or sheet. */
function withBase({ tables, or = [], ...rest }, base) {
  const named = (list) =>
    list.map((table) => ({
      ...table,
      name: [table.name].flat().map((name) => name.replace('$', base)),
    }));
  return { ...rest, tables: named(tables), or: or.map(named) };
}

function printResult({ id, verdict, wrongData, problems }) {
  console.log(`${verdict}${wrongData ? ', wrong data' : ''}: ${id}`);
  for (const { kind, table, detail, count } of problems)
    console.log(`    ${kind}${count > 1 ? ` (${count})` : ''}: ${table}: ${detail}`);
}

function printSum(results) {
  const count = (isOne) => results.filter(isOne).length;
  const groups = new Map();
  for (const { id, problems } of results) {
    for (const { group } of problems) groups.set(group, (groups.get(group) ?? new Set()).add(id));
  }
  console.log('\nfiles by what is wrong with them');
  for (const [group, ids] of [...groups].sort((a, b) => b[1].size - a[1].size))
    console.log(`  ${String(ids.size).padStart(3)} ${group}`);
  console.log(
    `\n${results.length} files: ${count(({ verdict }) => verdict === 'right')} right, ` +
      `${count(({ verdict }) => verdict === 'usable')} usable, ${count(({ verdict }) => verdict === 'wrong')} wrong; ` +
      `${count(({ wrongData }) => wrongData)} with wrong data`,
  );
}

function printTruth(readings) {
  for (const { names, columns = [], dataRows, fields, long } of readings[0]) {
    console.log(`\nexpected ${names[0]}: ${fields ? 'form' : `${dataRows.size} rows`}`);
    for (const { at, type, fill, accepted, isLong } of columns)
      console.log(
        `  ${at} ${type} ${fill === 'no' ? '' : 'filled '}${isLong ? `long ${long.labels.get(at)} ` : ''}${accepted.join(' | ')}`,
      );
  }
}

function printCase({ sheet, made }) {
  console.log(sheetText(sheet, { last: 120, plain: true }));
  for (const { name, role, columns, rows, confidence } of made) {
    const header = columns.map((column) => `${column.name} ${column.type}`);
    const shown = rows.slice(0, 60).map((row) => row.map((value) => String(value ?? '')));
    console.log(`\n${name} (${role}, ${rows.length} rows, confidence ${confidence})`);
    console.log(grid([header, ...shown], false));
  }
}
