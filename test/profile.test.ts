import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { csvOf } from './support/files.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
let workbook: string;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await (await service.signIn()).mint(['workbooks:write']);
  workbook = await api.workbook();
  // Every fourth city is empty; amounts range from 0.25 to 25.
  const line = (row: number) =>
    [
      row + 1,
      row % 4 === 0 ? '' : `city ${row % 3}`,
      (row + 1) / 4,
      `2026-01-${String((row % 28) + 1).padStart(2, '0')}`,
    ].join(',');
  const file = { name: 'sales.csv', content: csvOf('id,city,amount,day', 100, line) };
  await api.upload(`${workbook}/sources`, file, { structuring: 'skip' });
});

interface Column {
  name: string;
  histogram: { from: unknown; to: unknown; count: number }[];
  [figure: string]: unknown;
}

test('a profile describes the values of each column, under both paths', async () => {
  const { status, body } = await api.get(`${workbook}/tables/sales/profile`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: 'sales', edit_version: 1, row_count: 100 });
  const [id, city, amount, day] = body.columns as [Column, Column, Column, Column];
  expect(id).toMatchObject({
    name: 'id',
    type: 'BIGINT',
    masked: false,
    nulls: 0,
    distinct: 100,
    distinct_approximate: false,
    min: 1,
    max: 100,
    mean: 50.5,
    quantiles: [
      { quantile: 0.05, value: 5.95 },
      { quantile: 0.25, value: 25.75 },
      { quantile: 0.5, value: 50.5 },
      { quantile: 0.75, value: 75.25 },
      { quantile: 0.95, value: 95.05 },
    ],
    quantiles_approximate: false,
    top_values: [],
  });
  expect(id.standard_deviation).toBeCloseTo(29.0115, 4);
  expect(id.histogram).toHaveLength(20);
  expect(id.histogram[0]).toEqual({ from: 1, to: 6, count: 5 });
  expect(city).toMatchObject({
    type: 'VARCHAR',
    nulls: 25,
    distinct: 3,
    min: 'city 0',
    max: 'city 2',
    mean: null,
    quantiles: [],
    top_values: [{ count: 25 }, { count: 25 }, { count: 25 }],
    histogram: [],
  });
  expect(amount).toMatchObject({ min: 0.25, max: 25, mean: 12.625 });
  expect(amount.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(100);
  expect(day).toMatchObject({ type: 'DATE', distinct: 28, min: '2026-01-01', max: '2026-01-28' });
  expect(day.histogram[0]).toEqual({ from: '2026-01-01', to: '2026-01-03', count: 8 });

  const again = await api.get(`${workbook}/artifacts/sales/profile`);
  expect(again.body).toEqual(body);
});

test('the profile of an unknown table is not found', async () => {
  expect((await api.get(`${workbook}/tables/nothing/profile`)).status).toBe(404);
  expect((await service.anonymous.get(`${workbook}/tables/sales/profile`)).status).toBe(401);
});
