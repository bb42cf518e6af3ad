import { beforeAll, expect, test } from 'vitest';
import { Agent } from './support/agent.js';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';
import { UNSURE } from './support/unsure-sheet.js';

let service: CalledService;
let session: Api;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
  api = await session.mintWriter();
});

interface Table {
  name: string;
  state: string;
  row_count: number;
  edit_version: number;
}
const active = (artifacts: Table[]) => artifacts.filter(({ state }) => state === 'active');

async function uploaded() {
  const workbook = await api.workbook();
  const file = { name: 'muddle.csv', content: UNSURE };
  // Another test may have taught the workspace how to read it.
  const { body } = await api.upload(`${workbook}/sources`, file, { reading: 'ignore' });
  return { workbook, body, spec: `${workbook}/sources/muddle.csv/parse-spec` };
}

test('a sheet that nothing is sure of lands as it is, and what was found is one call away', async () => {
  const { workbook, body, spec } = await uploaded();
  expect(body).toMatchObject({
    structuring: 'structured',
    kept_as_sheet: true,
    reading: { kept_as_sheet: ['muddle'] },
  });
  const [sheet] = active(body.artifacts);
  expect([sheet?.name, sheet?.row_count]).toEqual(['muddle', 6]);
  const [found] = body.reading.alternatives;
  expect(found.confidence).toBeLessThan(0.3);

  const tried = await api.post(`${spec}/try`, { reading: found.id });
  const named = (tables: { name: string }[]) => tables.map(({ name }) => name);
  expect(named(tried.body.tables)).toEqual(named(found.tables));
  expect((await api.get(spec)).body.sheets[0].kept_as_sheet).toBe(true);

  const taken = await api.put(spec, { reading: found.id });
  expect(taken.status).toBe(200);
  expect(taken.body.sheets[0]).not.toHaveProperty('kept_as_sheet');
  expect(taken.body.sheets[0].chosen.id).toBe(found.id);

  // The sheet as it is gives way, and stays as an archived table.
  const replaces = active(body.artifacts).map(({ name, edit_version }) => ({
    name,
    expected_version: edit_version,
  }));
  const made = await api.post(`${workbook}/sources/muddle.csv/materialize`, { replaces });
  expect(made.status).toBe(201);
  const rows = (tables: { name: string; rows: number }[]) => tables.map(({ name, rows }) => [name, rows]);
  expect(made.body.artifacts.map(({ name, row_count }: Table) => [name, row_count])).toEqual(
    rows(found.tables),
  );
  const { artifacts } = (await api.get(`${workbook}/sources/muddle.csv`)).body;
  expect(artifacts).toContainEqual(expect.objectContaining({ name: 'muddle_raw', state: 'archived' }));

  // The other way round: the sheet as it is was offered in its place.
  const back = taken.body.sheets[0].alternatives.find(({ id }: { id: string }) => id === 'r1.a');
  expect(back.why[0].code).toBe('alternative-as-in-sheet');
});

test('an alternative that is not offered is refused with those that are', async () => {
  const { spec } = await uploaded();
  const { status, body } = await api.put(spec, { reading: 'r9.z' });
  expect([status, body.errors[0]]).toMatchObject([422, { path: '/reading', code: 'spec-part-unknown' }]);
});

test('alternatives go once a person changes what they are alternatives to', async () => {
  const { spec } = await uploaded();
  const read = (await api.get(spec)).body;
  // A client may send back all that it has read.
  const same = await api.put(spec, read);
  expect([same.status, same.body.sheets[0].alternatives]).toEqual([200, read.sheets[0].alternatives]);
  const renamed = { name: read.sheets[0].name, regions: [{ id: 'r1', name: 'mine' }] };
  const { body } = await api.put(spec, { spec_version: same.body.spec_version, sheets: [renamed] });
  expect(body.sheets[0]).not.toHaveProperty('alternatives');
  expect(body.sheets[0]).not.toHaveProperty('kept_as_sheet');
});

test('a new version that nothing is sure of says so too, sent again or tracked', async () => {
  const workbook = await api.workbook();
  // Of a layout that no other test teaches the workspace.
  const muddle = (more: string) => `${UNSURE.replace('Item,Size,Size', 'Piece,Girth,Girth')}\n${more}`;
  const kept = { kept_as_sheet: true, reading: { kept_as_sheet: ['sent'] } };
  const file = { name: 'sent.csv', content: muddle('d,1,2,y,') };
  expect((await api.upload(`${workbook}/sources`, file)).body).toMatchObject(kept);
  const revise = `${workbook}/sources/sent.csv/revise`;
  const newer = { ...file, content: muddle('d,1,many,y,') };
  expect((await api.upload(`${revise}?dry_run=true`, newer)).body).toMatchObject(kept);
  expect((await api.upload(revise, newer)).body).toMatchObject(kept);
  expect((await api.upload(revise, newer)).body).toMatchObject({ unchanged: true, reading: null });

  const tracked = { name: 'tracked.csv', content: muddle('e,,1,,z') };
  const link = await api.upload(`${workbook}/file-links/local`, tracked);
  expect(link.body).toMatchObject({ kept_as_sheet: true });
  const versions = `${workbook}/file-links/${link.body.id}/versions`;
  const next = await api.upload(versions, { ...tracked, content: muddle('f,2,,x,') });
  expect(next.body).toMatchObject({ changed: true, kept_as_sheet: true });
});

test('an agent sees the alternatives, and takes one', async () => {
  const agent = await Agent.connect(api);
  const workbook_id = (await api.workbook()).split('/').at(-1);
  const file = { workbook_id, filename: 'muddle.csv', content: UNSURE, reading: 'ignore' };
  const { body } = await agent.call('upload', file);
  expect(body.reading).toMatchObject({ kept_as_sheet: ['muddle'] });
  const [found] = body.reading.alternatives;
  expect(found.tables[0]).toMatch(/^muddle.*: \d+ rows of /);
  const place = { workbook_id, source: 'muddle.csv' };
  expect((await agent.call('read_parse_spec', place)).body.alternatives[0].id).toBe(found.id);
  const taken = await agent.call('correct_parse_spec', { ...place, reading: found.id });
  expect(taken.body.alternatives[0].id).toBe('r1.a');
  const made = await agent.call('materialize', place);
  expect(made.body.table_count).toBe(found.tables.length);
});

test('who may not see every column of a file is not told how else it could be read', async () => {
  const { workbook, body, spec } = await uploaded();
  const [table] = active(body.artifacts);
  const at = `${workbook}/tables/${table?.name}/columns/A/tags`;
  expect((await session.post(at, { tag: 'pay' })).status).toBeLessThan(300);
  await session.put(`${workbook}/policies/pay`, { role: '*', effect: 'mask' });
  const again = await api.upload(`${workbook}/sources`, { name: 'muddle.csv', content: UNSURE });
  const hidden = [
    again.body.reading,
    (await api.get(spec)).status,
    (await api.put(spec, { reading: 'r1.b' })).status,
  ];
  expect(hidden).toEqual([null, 403, 403]);
});
