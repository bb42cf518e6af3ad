import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let api: Api;
beforeAll(async () => {
  api = await (await (await CalledService.shared()).signIn()).mintWriter();
});

async function cities(): Promise<string> {
  const workbook = await api.workbook();
  const table = `${workbook}/tables/shops`;
  await api.post(`${workbook}/tables`, {
    name: 'shops',
    columns: [{ name: 'city' }, { name: 'n', type: 'BIGINT' }],
  });
  const rows = ['Tokyo', 'Tokyo', 'TOKYO', 'Tōkyō', 'Osaka', 'Liverpool', 'Liverpool', 'Livrepool'].map(
    (city, n) => ({ city, n }),
  );
  await api.post(`${table}/rows/upsert`, { rows, expected_version: 1 });
  return table;
}

const valuesOf = async (table: string) =>
  (await api.get(`${table}/rows`)).body.rows.map(({ city }: { city: string }) => city);

test('texts that may be meant to be the same are found, and merged as one change that can be undone', async () => {
  const table = await cities();
  const { body } = await api.get(`${table}/columns/city/similar-values`);
  expect(body).toMatchObject({
    distinct: 6,
    compared: 6,
    groups: [
      {
        likeness: 'spelling',
        suggested: 'Tokyo',
        values: [{ rows: 2 }, { value: 'TOKYO' }, { value: 'Tōkyō' }],
      },
      { likeness: 'letters', suggested: 'Liverpool', values: [{ rows: 2 }, { value: 'Livrepool' }] },
    ],
  });
  const replacements = [
    { from: 'TOKYO', to: 'Tokyo' },
    { from: 'Tōkyō', to: 'Tokyo' },
    { from: 'Osaka', to: null },
  ];
  const request = { replacements, expected_version: body.edit_version };
  const tried = await api.post(`${table}/columns/city/replace-values?dry_run=true`, request);
  expect(tried.body).toMatchObject({ updated: 3, dry_run: true });
  const { body: done } = await api.post(`${table}/columns/city/replace-values`, request);
  expect(done).toMatchObject({ edit_version: 3, updated: 3, dry_run: false });
  expect(await valuesOf(table)).toEqual([
    'Tokyo',
    'Tokyo',
    'Tokyo',
    'Tokyo',
    null,
    'Liverpool',
    'Liverpool',
    'Livrepool',
  ]);
  await api.post(`${table.replace(/\/tables.*/, '')}/ops/${done.op_id}/undo`);
  expect((await valuesOf(table)).slice(2, 5)).toEqual(['TOKYO', 'Tōkyō', 'Osaka']);
});

test('values that are not there, or that are named twice, change nothing and say so', async () => {
  const table = await cities();
  const replace = async (column: string, ...from: string[]) => {
    const replacements = from.map((value) => ({ from: value, to: 'x' }));
    const { status, body } = await api.post(`${table}/columns/${column}/replace-values`, {
      replacements,
      expected_version: null,
    });
    return [status, body.code];
  };
  expect(await replace('city', 'tokyo')).toEqual([422, 'values-in-no-row']);
  expect(await replace('city', 'Tokyo', 'Tokyo')).toEqual([422, 'value-replaced-twice']);
  expect(await replace('n', '1')).toEqual([422, 'column-no-text']);
  expect((await api.get(`${table}/columns/n/similar-values`)).body.code).toBe('column-no-text');
});
