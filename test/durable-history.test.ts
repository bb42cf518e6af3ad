import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EditedXlsx } from '../sheets/test-support/edited-xlsx.js';
import type { Api } from './support/api.js';
import { TestService } from './support/service.js';

/** Set SVC_TEST_ROUNDS to search longer. */
const ROUNDS = Number(process.env.SVC_TEST_ROUNDS ?? 2);
const TABLES = ['a', 'b', 'c'];

let service: TestService;
let token: string;
let workbook: string;
beforeEach(async () => {
  service = await TestService.start();
  token = (await service.signIn()).token as string;
  workbook = await api().workbook();
  for (const name of TABLES) {
    await api().post(`${workbook}/tables`, { name, columns: [{ name: 'n', type: 'BIGINT' }] });
    await set(name, { n: 0 });
  }
});
afterEach(() => service.dispose());

const api = (): Api => service.as(token);
const set = (table: string, row: object) =>
  api().post(`${workbook}/tables/${table}/rows/upsert`, { rows: [row], expected_version: null });

/** Kills the service while a request is under way, starts it again, and gives the values of all tables. */
async function killedDuring(request: Promise<unknown>): Promise<number[]> {
  setTimeout(() => void service.stop('SIGKILL'), Math.random() * 60);
  await request.catch(() => undefined);
  await service.stop('SIGKILL');
  service = await TestService.start({ dataDir: service.dataDir });
  return await Promise.all(
    TABLES.map(async (name) => (await api().get(`${workbook}/tables/${name}/rows`)).body.rows[0].n),
  );
}

const all = (value: number) => TABLES.map(() => value);

test('a restore that is killed at any moment has restored every table or none', async () => {
  await api().post(`${workbook}/versions`, { label: 'zero' });
  for (let round = 1; round <= ROUNDS; round++) {
    for (const name of TABLES) await set(name, { __svc_row_id: 1, n: round });
    const values = await killedDuring(api().post(`${workbook}/versions/zero/revert`));
    expect([all(0), all(round)]).toContainEqual(values);
  }
});

test('a merge that is killed at any moment has merged every table or none, and can be sent again', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'killed-merge-'));
  const path = join(directory, 'file.xlsx');
  const exported = await api().post(`${workbook}/export`, { tables: TABLES, record_branch: true });
  await writeFile(path, exported.bytes);
  const book = await EditedXlsx.open(path);
  const send = async () =>
    await api().upload(`${workbook}/sync`, { name: 'file.xlsx', content: await readFile(path) });
  for (let round = 1; round <= ROUNDS; round++) {
    for (const name of TABLES) book.sheet(name).set('A2', round);
    await book.save(path);
    const values = await killedDuring(send());
    expect([all(round - 1), all(round)]).toContainEqual(values);
    await send();
    const { body } = await api().get(`${workbook}/tables/c/rows`);
    expect(body.rows[0].n).toBe(round);
  }
  await rm(directory, { recursive: true });
});
