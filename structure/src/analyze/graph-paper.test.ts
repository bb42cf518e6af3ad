import { expect, test } from 'vitest';
import { drawSheet, merge, structure } from '../../test-support/structured-sheet.js';
import { decide } from '../decisions/decide.js';

type Field = [left: number, right: number, value: string | number];

/** Fields drawn over runs of columns, row by row. */
function drawn(rows: Field[][]) {
  const cells = rows.map((fields) => {
    const line: (string | number | null)[] = new Array(30).fill(null);
    for (const [left, , value] of fields) line[left] = value;
    return line;
  });
  const merges = rows.flatMap((fields, row) => fields.map(([left, right]) => merge(row, left, row, right)));
  return [cells, merges] as const;
}

const shops = Array.from({ length: 9 }, (_, at): Field[] => [
  [0, 5, `Shop ${at}`],
  [6, 9, 100 + at],
  [10, 14, 200 + at],
]);
const staff = Array.from({ length: 9 }, (_, at): Field[] => [
  [0, 3, `Name ${at}`],
  [4, 7, `Job ${at}`],
  [8, 12, 30 + at],
]);
const header: Field[] = [
  [0, 5, 'Shop'],
  [6, 9, 'Plan'],
  [10, 14, 'Actual'],
];

test('a sheet laid out like graph paper is one table as it stands, with a question', () => {
  const rows = drawn([header, ...shops, ...staff]);
  const { tables, spec } = structure(...rows);
  const [names, first] = tables.base ?? [];
  expect(names).toEqual(['A', 'E', 'G', 'I', 'K']);
  expect(first).toEqual(['Shop', null, 'Plan', null, 'Actual']);
  expect(spec.regions).toMatchObject([
    { headerRows: [], confidence: 0.3, questions: [{ id: 'r1.tables', default: 'one' }] },
  ]);
  const answers = { 'r1.tables': 'several' };
  const { regions } = decide(drawSheet(...rows), null, spec, { accept: [], answers });
  expect(regions[0]).toMatchObject({ id: 'r1', headerRows: [0] });
  expect(regions.flatMap(({ questions = [] }) => questions.map(({ id }) => id))).not.toContain('r1.tables');
});

test('fields that all have the same columns make a table, though those of a remark below have others', () => {
  const remark: Field[] = [
    [0, 7, 'Remark'],
    [8, 14, 'as of today'],
  ];
  const { spec } = structure(...drawn([header, ...shops, ...shops, remark]));
  expect(spec.regions[0]).toMatchObject({
    headerRows: [0],
    columns: [{ name: 'Shop' }, { name: 'Plan' }, {}, {}],
  });
});
