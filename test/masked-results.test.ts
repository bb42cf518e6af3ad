import { expect, test } from 'vitest';
import { CalledService } from './support/service.js';

test('a query reports which of its columns are computed only from masked columns', async () => {
  const service = await CalledService.shared();
  const owner = await service.signIn();
  const workbook = await owner.workbook();
  const columns = [{ name: 'name' }, { name: 'salary', type: 'BIGINT' }];
  await owner.post(`${workbook}/tables`, { name: 'People', columns });
  const rows = [{ name: 'Ann', salary: 300 }];
  await owner.post(`${workbook}/tables/People/rows/upsert`, { rows, expected_version: 1 });
  await owner.post(`${workbook}/tables/People/columns/salary/tags`, { tag: 'pay' });
  await owner.put(`${workbook}/policies/pay`, { effect: 'mask' });

  const sql = `select p.name, p.salary as pay, salary * 12 as year, name || salary as both, 1 as one, count(*) over () as n
    from PEOPLE p`;
  const { body } = await owner.post(`${workbook}/query`, { sql });
  const masked = Object.fromEntries(
    body.columns.map((column: { name: string; masked: boolean }) => [column.name, column.masked]),
  );
  expect(masked).toEqual({ name: false, pay: true, year: true, both: false, one: false, n: false });
  expect(body.rows).toEqual([{ name: 'Ann', pay: null, year: null, both: null, one: 1, n: 1 }]);
  expect((await owner.get(`/api/v1/results/${body.id}`)).body.columns).toEqual(body.columns);
});
