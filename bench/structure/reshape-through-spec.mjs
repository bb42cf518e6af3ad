// How often the main table of a file is exactly the expected one, as the service makes it or once an offer is accepted.
import { readdirSync, readFileSync } from 'node:fs';
import { printTable } from '../support/measure.mjs';
import { parseStrictly } from '../support/strict-csv.mjs';
import { isDesigned, partsOf } from './reshape-halves.mjs';
import { sameTable } from './score.mjs';

/**
 * `service` is what a build of the server exports: readDelimited, analyzeSheet, acceptSuggestions, materializeSheet,
 * SheetCells.
 */
export function printReshape(folder, service) {
  const names = readdirSync(folder);
  const scoresOf = (file) =>
    new Map(names.map((name) => [name, scoreCase(`${folder}${name}/`, file, service)]));
  const [cases, unchanged] = [scoresOf('data.csv'), scoresOf('gt.csv')];
  const operators = [...new Set(names.map(operatorOf))].sort();
  const rows = Object.entries(partsOf(names)).flatMap(([part, members]) => {
    const rowOf = (what, isRight) => [
      part,
      what,
      ...counts(members, operators, (name) => isRight(cases.get(name)?.offers ?? [])),
    ];
    return [
      rowOf('unasked', ([unasked]) => unasked.written),
      rowOf('unasked or the first offer', (offers) => offers.slice(0, 2).some(({ written }) => written)),
      rowOf('unasked or any offer', (offers) => offers.some(({ written }) => written)),
      rowOf('unasked or any offer, as typed', (offers) => offers.some(({ typed }) => typed)),
    ];
  });
  rows.push([
    'wanted tables as input',
    'unasked',
    ...counts(names, operators, (name) => unchanged.get(name)?.offers[0].written),
  ]);
  printTable(
    'Reshape: exact main tables through the spec (a cell that was only retyped is compared by its text in the file)',
    ['cases', 'made', 'all', ...operators],
    rows,
  );
  if (process.env.SHOW_WRONG)
    for (const name of names.filter(isDesigned)) {
      const offers = cases.get(name)?.offers ?? [];
      if (!offers.some(({ written }) => written))
        console.log(name, offers.map(({ made }) => made).join(' | '));
    }
}

const operatorOf = (name) => name.replace(/-\d+$/, '');

function counts(names, operators, isRight) {
  const right = names.filter(isRight).length;
  const byOperator = operators.map((operator) => {
    const own = names.filter((name) => operatorOf(name) === operator);
    return `${own.filter(isRight).length}/${own.length}`;
  });
  return [`${right}/${names.length} = ${(right / names.length).toFixed(3)}`, ...byOperator];
}

/** The table made unasked, then that of each offer in turn. */
export function scoreCase(folder, file, service) {
  const { readDelimited, analyzeSheet, acceptSuggestions, materializeSheet, SheetCells } = service;
  const { sheets, dialect } = readDelimited(readFileSync(folder + file), file, 'csv');
  const [, ...wanted] = parseStrictly(readFileSync(`${folder}gt.csv`, 'utf8').replace(/^\ufeff/, ''));
  const cells = new SheetCells(sheets[0]);
  const spec = analyzeSheet(sheets[0], dialect);
  const ids = spec.regions.flatMap(({ suggestions = [] }) => suggestions.map(({ id }) => id));
  const offers = [undefined, ...ids].map((id) => {
    const regions = spec.regions.map((region) => acceptSuggestions(region, new Set([id])));
    const { tables } = materializeSheet(sheets[0], dialect, { ...spec, regions }, 'data');
    const main = tables.find(({ role }) => role === 'table') ?? tables[0];
    return {
      typed: sameTable(wanted, textsOf(main, typedText)),
      written: sameTable(
        wanted,
        textsOf(main, (...at) => writtenText(cells, ...at)),
      ),
      made: `${tables.map(({ name, rowCount }) => `${name} ${rowCount}`).join(', ')} ${regions.map(({ steps }) => JSON.stringify(steps).slice(0, 120))}`,
    };
  });
  return { offers };
}

function textsOf(table, textAt) {
  return Array.from({ length: table.rowCount }, (_, row) =>
    table.columns.map((_, column) => textAt(table, column, row)),
  );
}

function typedText({ columns }, at, row) {
  const column = columns[at];
  if (column.type === 'VARCHAR') return column.textAt(row) ?? '';
  if (!column.valid[row]) return '';
  const value = Number(column.values[row]);
  if (column.type === 'BOOLEAN') return String(value === 1);
  if (column.type === 'DATE') return new Date(value * 86_400_000).toISOString().slice(0, 10);
  return String(value);
}

/** Numbers may be parts of a cell, so only those that are the whole cell are taken from it. */
function writtenText(cells, table, at, row) {
  const typed = typedText(table, at, row);
  const place = table.sources[at][row];
  const { type } = table.columns[at];
  if (type === 'VARCHAR' || Number.isNaN(place)) return typed;
  const written = cells.text(Math.floor(place / 16_384), place % 16_384);
  if ((type !== 'BIGINT' && type !== 'DOUBLE') || typed === '') return written;
  const number = written.replace(/^\((.*)\)$/, '-$1').replaceAll(',', '');
  const [digits] = /^[^\p{L}\d]*?[+-]?[\d.]+(?:e[+-]?\d+)?(?=\D*$)/iu.exec(number) ?? [''];
  const told = Number(digits.replaceAll(/[^\d.e+-]/gi, '')) / (written.includes('%') ? 100 : 1);
  return Math.abs(told - Number(typed)) < 1e-9 ? written : typed;
}
