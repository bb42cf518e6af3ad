import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
let workbook: string;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.signIn();
  workbook = await api.workbook();
});

const MB = 1_000_000;
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const upload = (name: string, content: string, structuring = 'skip') =>
  api.upload(`${workbook}/sources`, { name, content }, { structuring });

test.each(['skip', 'auto'])(
  'a heading of many megabytes is truncated when it is read (structuring=%s)',
  async (structuring) => {
    const { status, body, bytes } = await upload(
      `${structuring}.csv`,
      `id,${'heading '.repeat(MB)}\n1,2\n3,${structuring === 'auto' ? 4 : 5}\n`,
      structuring,
    );
    expect(status).toBe(201);
    expect(bytes.length).toBeLessThan(10_000);
    const { columns } = (await api.get(`${workbook}/tables/${body.artifacts[0].id}`)).body;
    expect(columns[1].name.length).toBeLessThanOrEqual(200);
    expect(columns[1].original_name.length).toBeLessThanOrEqual(255);
  },
);

test('a JSON cell with too many levels is refused with the reason', async () => {
  const columns = [{ name: 'value', type: 'JSON' }];
  await api.post(`${workbook}/tables`, { name: 'documents', columns });
  const upsert = (value: string) =>
    api.send(
      'POST',
      `${workbook}/tables/documents/rows/upsert`,
      `{"rows": [{"value": ${value}}], "expected_version": null}`,
      { 'content-type': 'application/json' },
    );
  const refused = await upsert(nested(MB));
  expect([refused.status, refused.body.detail]).toEqual([422, expect.stringMatching(/nested|levels/)]);
  expect((await upsert(nested(50))).status).toBe(200);
});

test('nested text in a file stays text', async () => {
  const { status, body } = await upload('nested.csv', `id,value\n1,"${nested(MB)}"\n`);
  expect(status).toBe(201);
  const { columns } = (await api.get(`${workbook}/tables/${body.artifacts[0].id}`)).body;
  expect(columns[1].type).toBe('VARCHAR');
});
