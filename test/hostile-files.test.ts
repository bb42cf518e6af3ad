import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostilePackages } from '../sheets/test-support/hostile-packages.js';
import { hostileSheets } from '../sheets/test-support/hostile-sheets.js';
import type { Api } from './support/api.js';
import { TestService } from './support/service.js';

let service: TestService;
let api: Api;
let bystander: string;
beforeAll(async () => {
  service = await TestService.start();
  api = await service.writer();
  bystander = await api.workbook('Bystander');
  await upload(bystander, 'fine.csv', 'x\n1\n2\n');
});
afterAll(() => service.dispose());

async function upload(workbook: string, name: string, content: string | Uint8Array) {
  return await api.upload(`${workbook}/sources`, { name, content }, { structuring: 'skip' });
}

// Either outcome is right for some files; the unit tests of the readers check which.
const files = [...hostilePackages, ...hostileSheets].map((file) => [file.what, file] as const);

test.each(files)('an upload of %s ends in tables or in a clear refusal', async (_, file) => {
  const workbook = await api.workbook();
  const { status, body } = await upload(workbook, 'book.xlsx', file.bytes());
  if (status === 201) {
    expect(file.cells, 'it was read').toBeDefined();
  } else {
    expect([415, 422], JSON.stringify(body)).toContain(status);
    expect(body.detail).toBeTruthy();
    expect(body.suggested_fix).toBeTruthy();
    expect((await api.get(`${workbook}/sources`)).body.sources).toEqual([]);
  }
});

test('after all of these uploads the service is healthy and other workbooks are unchanged', async () => {
  expect((await service.anonymous.get('/healthz')).status).toBe(200);
  expect((await service.anonymous.get('/readyz')).status).toBe(200);
  const { body } = await api.post(`${bystander}/query`, { sql: 'select sum(x) as s from fine' });
  expect(body.rows).toEqual([{ s: 3 }]);
});
