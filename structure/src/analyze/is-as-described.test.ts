import { inferTable } from '@workbook-data-service/sheets';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { expect, test } from 'vitest';
import { readDelimited } from '../../../sheets/src/spreadsheet/read-delimited.js';
import { materializeSheet } from '../materialize/materialize-sheet.js';
import { columnOfPlace, rowOfPlace } from '../sheet-cells.js';
import { analyzeSheet } from './analyze-sheet.js';
import { isAsDescribed } from './is-as-described.js';

function read(text: string) {
  const { sheets, dialect } = readDelimited(Buffer.from(text), 'list.csv', 'csv');
  const sheet = sheets[0] as Sheet;
  const raw = inferTable(sheet, dialect) as NonNullable<ReturnType<typeof inferTable>>;
  return { sheet, dialect, raw, spec: analyzeSheet(sheet, dialect) };
}

test('the raw table is enough where it has the types that a person reads', () => {
  const { raw, spec } = read('item,amount\napple,1200\npear,300\nplum,40\n');
  expect(isAsDescribed(raw, spec)).toBe(true);
});

test('it is not where amounts are written with marks', () => {
  const { raw, spec } = read('item,amount\napple,"¥1,200"\npear,△300\nplum,-\n');
  expect(isAsDescribed(raw, spec)).toBe(false);
  expect(spec.regions[0]?.columns.map(({ type }) => type)).toEqual(['VARCHAR', 'BIGINT']);
});

test('the texts as written are one step away: by the cell of a value, and by the type in the spec', () => {
  const { sheet, dialect, spec } = read('item,amount\napple,"¥1,200"\npear,△300\nplum,-\n');
  const place = materializeSheet(sheet, dialect, spec, 'list').tables[0]?.sources[1]?.[1] ?? 0;
  expect([rowOfPlace(place), columnOfPlace(place)]).toEqual([2, 1]);
  const [region] = spec.regions;
  if (region?.columns[1]) region.columns[1].type = 'VARCHAR';
  const column = materializeSheet(sheet, dialect, spec, 'list').tables[0]?.columns[1];
  const texts = [0, 1, 2].map((row) => (column?.type === 'VARCHAR' ? column.textAt(row) : null));
  expect(texts).toEqual(['¥1,200', '△300', '-']);
});
