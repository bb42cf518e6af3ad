import officeCrypto from 'officecrypto-tool';
import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { book, openBook } from './support/files.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await (await service.signIn()).mint(['workbooks:write']);
});

test("a file with Excel's built-in password is read, and exported without it once it has changed", async () => {
  const workbook = await api.workbook();
  const plain = book('xlsx', {
    People: [
      ['name', 'age'],
      ['Ann', 31],
      ['Bo', 27],
    ],
  });
  const content = officeCrypto.encrypt(plain, { password: 'VelvetSweatshop' });
  const uploaded = await api.upload(`${workbook}/sources`, { name: 'people.xlsx', content });
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);

  const row = { __svc_row_id: 1, age: 32 };
  const { id } = uploaded.body.artifacts[0];
  const edit = { rows: [row], expected_version: null };
  expect((await api.post(`${workbook}/tables/${id}/rows/upsert`, edit)).status).toBe(200);

  const exported = await api.post(`${workbook}/export`, { formula_mode: 'preserve' });
  expect(exported.status).toBe(200);
  expect(openBook(exported.bytes).Sheets.People).toMatchObject({ A2: { v: 'Ann' }, B2: { v: 32 } });
});
