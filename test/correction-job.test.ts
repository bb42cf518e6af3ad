import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { TestService } from './support/service.js';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await TestService.start();
  token = (await service.signIn()).token as string;
});
afterAll(() => service.dispose());

const api = (): Api => service.as(token);

const TWO = [
  ...['Fruit,Price', 'Apple,3', 'Pear,4', ',', ','],
  ...['Shop,Staff,City', 'Oslo,5,Norway', 'Rome,6,Italy'],
].join('\n');

/** A file of two tables, `two` and `two_2`, of which a cell of the first was edited; and a correction of the second. */
async function corrigible() {
  const workbook = await api().workbook();
  const file = { name: 'two.csv', content: TWO };
  const { body } = await api().upload(`${workbook}/sources`, file, { reading: 'ignore' });
  const [untouched, corrected] = body.artifacts.filter(({ state }: { state: string }) => state === 'active');
  const edit = { rows: [{ __svc_row_id: 2, Price: 40 }], expected_version: null };
  await api().post(`${workbook}/tables/${untouched.name}/rows/upsert`, edit);
  const source = `${workbook}/sources/two.csv`;
  const { spec_version, sheets } = (await api().get(`${source}/parse-spec`)).body;
  const shops = sheets[0].regions[1];
  const columns = [{ ...shops.columns[0], name: 'Town' }];
  const correction = {
    spec_version,
    sheets: [{ name: sheets[0].name, regions: [{ id: shops.id, columns }] }],
  };
  return { workbook, source, correction, untouched, corrected };
}

const correct = (source: string, correction: object) =>
  api().post(`${source}/materialize`, { target: { mode: 'update' }, correction, async: true });

const finished = (jobId: string) =>
  eventually(async () => {
    const { body } = await api().get(`/api/v1/jobs/${jobId}`);
    return body.finished_at === null ? undefined : body;
  });

const tablesOf = async (workbook: string) => (await api().get(`${workbook}/tables`)).body.artifacts;

const firstRow = async (workbook: string, table: string) =>
  (await api().get(`${workbook}/tables/${table}/rows`)).body.rows[0];

test('a region is corrected by a job, which replaces only what the correction changes', async () => {
  const { workbook, source, correction, untouched, corrected } = await corrigible();
  const before = await tablesOf(workbook);
  const accepted = await correct(source, correction);
  expect([accepted.status, accepted.body.status]).toEqual([202, 'pending']);
  const job = await finished(accepted.body.job_id);
  expect(job).toMatchObject({ kind: 'source.materialize', subject: 'two.csv', status: 'succeeded' });
  expect(job.result).toMatchObject({
    spec_version: correction.spec_version + 1,
    updated: { made: [], revised: [corrected.name], unchanged: [untouched.name], deleted: [], archived: [] },
  });
  const after = await tablesOf(workbook);
  expect(after.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual(
    before.map(({ id, name }: { id: string; name: string }) => [id, name]),
  );
  const { rows } = (await api().get(`${workbook}/tables/${untouched.name}/rows`)).body;
  expect(rows[1]).toMatchObject({ __svc_row_id: 2, Price: 40 });
  expect(await firstRow(workbook, corrected.name)).toMatchObject({ __svc_row_id: 1, Town: 'Oslo' });
});

test('a correction of a spec that somebody else corrected is refused, and nothing is changed', async () => {
  const { workbook, source, correction } = await corrigible();
  const tables = await tablesOf(workbook);
  const { spec_version, ...theirs } = correction;
  expect((await api().put(`${source}/parse-spec`, { spec_version, ...theirs })).status).toBe(200);
  const refused = await correct(source, correction);
  expect([refused.status, refused.body.type]).toEqual([409, '/problems/version-conflict']);
  expect(await tablesOf(workbook)).toEqual(tables);
});

test('a correction that does not fit the file fails, and nothing is changed', async () => {
  const { source, correction } = await corrigible();
  const beyond = { name: correction.sheets[0]?.name, regions: [{ id: 'r9', range: 'A1:Z99' }] };
  const { body } = await correct(source, { ...correction, sheets: [beyond] });
  const job = await finished(body.job_id);
  expect(job).toMatchObject({ status: 'failed', error_code: 'spec-unfit' });
  expect((await api().get(`${source}/parse-spec`)).body.spec_version).toBe(correction.spec_version);
});

test('tables whose columns stay as they are keep their edits in a governed workbook too', async () => {
  const { workbook, source, correction, untouched, corrected } = await corrigible();
  const session = await service.signIn();
  await session.post(`${workbook}/tables/${untouched.name}/columns/Fruit/tags`, { tag: 'pii' });
  const request = { target: { mode: 'update' }, correction };
  const { body } = await session.post(`${source}/materialize`, request);
  expect(body.updated).toMatchObject({ unchanged: [untouched.name], deleted: [corrected.name] });
  const { rows } = (await session.get(`${workbook}/tables/${untouched.name}/rows`)).body;
  expect(rows[1]).toMatchObject({ __svc_row_id: 2, Price: 40 });
});

test('a kill in the middle leaves everything as it was, and the job is carried out afterwards', async () => {
  const { workbook, source, correction, corrected } = await corrigible();
  const { body } = await correct(source, correction);
  await service.stop('SIGKILL');
  service = await TestService.start({ dataDir: service.dataDir });
  const state = async () => {
    const { spec_version } = (await api().get(`${source}/parse-spec`)).body;
    return [spec_version, 'Town' in (await firstRow(workbook, corrected.name))];
  };
  const found = await state();
  const job = await finished(body.job_id);
  expect(job.status).toBe('succeeded');
  expect([
    [correction.spec_version, false],
    [correction.spec_version + 1, true],
  ]).toContainEqual(found);
  expect(await state()).toEqual([correction.spec_version + 1, true]);
});
