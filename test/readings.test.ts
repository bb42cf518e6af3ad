import { beforeAll, describe, expect, test } from 'vitest';
import { Agent } from './support/agent.js';
import type { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let session: Api;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
  api = await session.mintWriter();
});

/** Months across with names in a second row, and a total that its parts do not give. */
const DOUBTFUL = [
  'Shop,Q1,,,Q2,,',
  ',Jan,Feb,Mar,Apr,May,Jun',
  'Oslo,1,2,3,4,5,6',
  'Bergen,2,3,4,5,6,7',
  'Bodø,3,4,5,6,7,8',
  'Total,6,9,12,15,18,22',
].join('\n');

const reading = {
  confidence: expect.any(Number),
  doubts: expect.arrayContaining([
    {
      code: 'header_of_two_rows',
      params: { table: expect.any(String) },
      text: 'The header takes two rows.',
      sheet: 'sales',
      cell: null,
    },
  ]),
  questions: expect.arrayContaining([
    expect.objectContaining({ id: 'r1.periods', choices: ['long', 'wide'], default: 'long', sheet: 'sales' }),
  ]),
  faults: [
    {
      code: 'total_disagrees',
      params: { count: 1 },
      text: 'G6 says 22, but its parts give 21.',
      sheet: 'sales',
      cell: 'G6',
    },
  ],
  alternatives: expect.arrayContaining([
    expect.objectContaining({
      id: expect.stringMatching(/^r1\.[bcd]$/),
      sheet: 'sales',
      why: [expect.objectContaining({ code: 'alternative-periods-across', text: 'Periods stay columns.' })],
      tables: expect.arrayContaining([expect.objectContaining({ rows: 3, column_count: 7 })]),
    }),
  ]),
  read_by: 'rules',
  kept_as_sheet: [],
  alternatives_cut: false,
  more: { doubts: 0, questions: 0, faults: 0, alternatives: 0 },
};

const upload = (workbook: string, content = DOUBTFUL, fields = {}) =>
  api.upload(`${workbook}/sources`, { name: 'sales.csv', content }, fields);

const finished = (job: string) =>
  eventually(async () => {
    const { body } = await api.get(`/api/v1/jobs/${job}`);
    return body.status === 'succeeded' ? body : undefined;
  });

describe('an answer to a file says how it was read', () => {
  test('at once, and when the same bytes come again', async () => {
    const workbook = await api.workbook();
    const first = await upload(workbook);
    expect([first.status, first.body.reading]).toEqual([201, reading]);
    expect(first.body.reading.confidence).toBeLessThan(0.9);
    const { body: spec } = await api.get(`${workbook}/sources/sales.csv/parse-spec`);
    const { confidence } = spec.sheets[0].regions.find(({ kind }: { kind: string }) => kind === 'data');
    expect(first.body.reading.confidence).toBe(confidence);
    const again = await upload(workbook);
    expect([again.status, again.body.reading]).toEqual([200, first.body.reading]);
  });

  test('from a slot', async () => {
    const workbook = await api.workbook();
    const { body: slot } = await api.post(`${workbook}/uploads`, { filename: 'sales.csv' });
    await service.anonymous.send('PUT', slot.upload_url.slice(service.url.length), DOUBTFUL);
    const { body } = await api.post(`/api/v1/uploads/${slot.id}/ingest`);
    expect(body.reading).toEqual(reading);
  });

  test('in the result of a job that ingests or structures it', async () => {
    const { body: accepted } = await upload(await api.workbook(), DOUBTFUL, { async: 'true' });
    expect((await finished(accepted.job_id)).result.reading).toEqual(reading);
    const { body: deferred } = await upload(await api.workbook(), DOUBTFUL, { structuring: 'defer' });
    expect(deferred.reading).toBeNull();
    expect((await finished(deferred.job_id)).result.reading).toEqual(reading);
  });

  test('to an agent, in short', async () => {
    const agent = await Agent.connect(api);
    const workbook_id = (await api.workbook()).split('/').at(-1);
    const { body } = await agent.call('upload', { workbook_id, filename: 'sales.csv', content: DOUBTFUL });
    expect(body.reading).toMatchObject({
      confidence: expect.any(Number),
      doubts: expect.arrayContaining(['sales: The header takes two rows.']),
      questions: expect.arrayContaining([
        expect.objectContaining({ id: 'r1.periods', choices: ['long', 'wide'] }),
      ]),
      faults: ['sales: G6 says 22, but its parts give 21.'],
      alternatives: expect.arrayContaining([
        expect.objectContaining({ id: expect.any(String), why: 'Periods stay columns.' }),
      ]),
    });
  });

  test('only where it was structured', async () => {
    const skipped = await upload(await api.workbook(), DOUBTFUL, { structuring: 'skip' });
    const staged = await upload(await api.workbook(), DOUBTFUL, { mode: 'staged' });
    expect([skipped.body.reading, staged.body.reading]).toEqual([null, null]);
  });
});

test('a list that leaves nothing to ask is read as sure', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => `${at + 1},name ${at % 4},${at * 1.5}`);
  const { body } = await upload(await api.workbook(), ['id,name,price', ...rows].join('\n'));
  expect(body.reading).toMatchObject({ questions: [], faults: [], alternatives: [], kept_as_sheet: [] });
  expect(body.reading.confidence).toBeGreaterThan(0.9);
});

test('a slip among the figures of a month is a doubt that names its cell', async () => {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'];
  const rows = Array.from({ length: 12 }, (_, at) => [
    `Shop ${at}`,
    ...months.map((_, m) => 100 + at * 7 + m),
  ]);
  (rows[3] as (string | number)[])[5] = '1O5';
  const { body } = await upload(await api.workbook(), [['Shop', ...months], ...rows].join('\n'));
  const doubt = body.reading.doubts.find(({ code }: { code: string }) => code === 'unreadable_number');
  expect(doubt).toMatchObject({
    sheet: 'sales',
    cell: 'F5',
    text: expect.stringContaining('F5 reads "1O5"'),
  });
});
