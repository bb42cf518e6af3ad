import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toolCall } from './support/agent.js';
import type { Api } from './support/api.js';
import { type Staffed, startWithMembers } from './support/members.js';

let staffed: Staffed<'viewer'>;
let owner: Api;
let viewer: Api;
let workbook: string;
beforeAll(async () => {
  staffed = await startWithMembers({ viewer: 'viewer' });
  owner = staffed.owner;
  viewer = staffed.members.viewer.api;
});
afterAll(() => staffed.service.dispose());

const make = async (chart: object) => {
  const { path, body, headers } = toolCall('create_chart', {
    workbook_id: workbook.split('/').at(-1),
    ...chart,
  });
  const { result } = (await owner.post(path, body, headers)).body;
  if (result.isError) throw new Error(result.content[0].text);
};

const pay = { name: '給与', chart_type: 'bar', table: 'staff', x: 'team', y: ['pay'], title: 'pay by team' };

beforeEach(async () => {
  workbook = await owner.workbook();
  const content = `team,person,pay\n${Array.from({ length: 40 }, (_, i) => `team ${i},p${i},${731_000 + i}`).join('\n')}`;
  await owner.upload(`${workbook}/sources`, { name: 'staff.csv', content }, { structuring: 'skip' });
  await make(pay);
});

const at = () => `${workbook}/charts/${encodeURIComponent('給与')}`;
const govern = async (effect: string) => {
  await owner.post(`${workbook}/tables/staff/columns/pay/tags`, { tag: 'secret' });
  await owner.put(`${workbook}/policies/secret`, { effect, role: 'viewer' });
};

test('a chart is listed with its recipe and drawn from current rows, as SVG and PNG', async () => {
  const { charts } = (await viewer.get(`${workbook}/charts`)).body;
  expect(charts).toMatchObject([
    {
      name: '給与',
      artifact_id: expect.stringMatching(/^cht_/),
      chart_type: 'bar',
      source_table: 'staff',
      title: 'pay by team',
      config: { mark: { type: 'bar' } },
      config_omitted: null,
      recipe: { tool: 'create_chart', parameters: { ...pay, aggregate: 'sum' } },
    },
  ]);
  expect((await viewer.get(`${workbook}/charts/${charts[0].artifact_id}`)).body).toEqual(charts[0]);
  const svg = await viewer.get(`${at()}/render`);
  expect(svg.headers.get('content-type')).toBe('image/svg+xml');
  expect(svg.headers.get('x-svc-edit-version')).toBe('1');
  expect(svg.body).toContain('team 39');
  const row = { team: 'new team', person: 'n', pay: 9_000_000 };
  await owner.post(`${workbook}/tables/staff/rows/upsert`, { rows: [row], expected_version: null });
  expect((await viewer.get(`${at()}/render`)).body).toContain('new team');
  const png = await viewer.get(`${at()}/render?format=png&width=300&height=200`);
  expect(png.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(png.bytes).readUInt32BE(16)).toBe(600);
});

test('what is left out is in a header, and a size out of range is refused', async () => {
  await make({ ...pay, aggregate: 'avg' });
  const { headers } = await owner.get(`${at()}/render`);
  expect(decodeURIComponent(headers.get('x-svc-truncated-by') ?? '')).toMatch(
    /^全40件のうち上位30件|^The 30 largest of 40/,
  );
  expect((await owner.get(`${at()}/render?width=99`)).status).toBe(422);
  expect((await owner.get(`${at()}/render?format=gif`)).status).toBe(422);
  expect((await owner.get(`${workbook}/charts/none`)).status).toBe(404);
  expect((await owner.get(`${workbook}/charts/none/render`)).status).toBe(404);
});

test('a masked column is empty in a chart, and its recipe is not shown', async () => {
  await govern('mask');
  const { body } = await viewer.get(at());
  expect(body).toMatchObject({
    config: null,
    config_omitted: 'governed',
    recipe: null,
    title: 'pay by team',
  });
  expect((await viewer.get(`${at()}/render`)).body).not.toMatch(/731|29\.\d/);
  expect((await owner.get(at())).body).toMatchObject({
    config: null,
    recipe: { parameters: { y: ['pay'] } },
  });
});

test('a chart of a denied column is refused like one whose column is gone, and names it nowhere', async () => {
  await govern('deny');
  expect((await viewer.get(at())).body).toMatchObject({ title: null, config: null, recipe: null });
  const refused = await viewer.get(`${at()}/render`);
  expect(refused.status).toBe(409);
  expect(JSON.stringify(refused.body)).not.toMatch(/\bpay\b/);
  await make({ ...pay, y: undefined, title: 'teams by PAY' });
  const drawn = await viewer.get(`${at()}/render`);
  expect(drawn.status).toBe(200);
  expect(drawn.body).not.toMatch(/pay/i);
  await owner.delete(`${workbook}/policies/secret`);
  await make(pay);
  await owner.delete(`${workbook}/tables/staff/columns/pay?expected_version=null`);
  const gone = await owner.get(`${at()}/render`);
  expect([gone.status, gone.body.detail]).toEqual([409, refused.body.detail]);
});

test('a chart outlives its table, and says so', async () => {
  await owner.delete(`${workbook}/tables/staff?expected_version=null&cascade=true`);
  expect((await owner.get(at())).body).toMatchObject({ source_table: null, config: null, recipe: null });
  expect((await owner.get(`${at()}/render`)).status).toBe(409);
});
