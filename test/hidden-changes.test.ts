import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { ExportedFile } from './support/exported-file.js';
import { CalledService } from './support/service.js';

/**
 * What a returned file does to rows with a cell that it does not show, or that its sender may not see: whether it was
 * changed here × what was done to its row on either side × whether the file returns for the first time.
 */
let steward: Api;
let owner: Api;
beforeAll(async () => {
  steward = await (await CalledService.shared()).signIn();
  owner = await steward.mintWriter();
});

const cases = [
  'changed here, deleted there',
  'unchanged, deleted there',
  'changed here, edited there',
  'unchanged, edited there',
  'changed here, left there',
  'deleted here, edited there',
  'deleted here, left there',
  'other',
];
const rowOf = (name: string) => cases.indexOf(name) + 1;

const ways = ['visible', 'masked', 'denied', 'not in the file', 'added since'] as const;
type Way = (typeof ways)[number];

class Story {
  constructor(
    readonly workbook: string,
    readonly way: Way,
  ) {}

  static async begin(way: Way): Promise<Story> {
    const workbook = await owner.workbook(way);
    const hasPay = way !== 'added since';
    const columns = [
      { name: 'name', type: 'VARCHAR' },
      { name: 'note', type: 'VARCHAR' },
      ...(hasPay ? [{ name: 'pay', type: 'BIGINT' }] : []),
    ];
    await owner.post(`${workbook}/tables`, { name: 'staff', columns });
    const story = new Story(workbook, way);
    await story.upsert(...cases.map((name) => ({ name, ...(hasPay && { pay: 100 }) })));
    if (hasPay) await steward.post(`${workbook}/tables/staff/columns/pay/tags`, { tag: 'secret' });
    return story;
  }

  async upsert(...rows: object[]): Promise<void> {
    const url = `${this.workbook}/tables/staff/rows/upsert`;
    const { status } = await owner.post(url, { rows, expected_version: null });
    expect(status).toBe(200);
  }

  /** Does something as one from whom the column is hidden, where it is. */
  async hidden<Result>(work: () => Promise<Result>): Promise<Result> {
    const effect = { masked: 'mask', denied: 'deny' }[this.way as string];
    if (!effect) return await work();
    const policy = `${this.workbook}/policies/secret`;
    expect((await steward.put(policy, { effect })).status).toBeLessThan(300);
    const result = await work();
    await steward.delete(policy);
    return result;
  }

  async changeHere(): Promise<void> {
    const table = `${this.workbook}/tables/staff`;
    if (this.way === 'added since')
      await owner.post(`${table}/columns`, { column: 'pay', type: 'BIGINT', expected_version: null });
    const changed = cases.filter((name) => name.startsWith('changed'));
    await this.upsert(...changed.map((name) => ({ __svc_row_id: rowOf(name), pay: 120 })));
    const row_ids = cases.filter((name) => name.startsWith('deleted')).map(rowOf);
    await owner.post(`${table}/rows/delete`, { row_ids, expected_version: null });
  }

  async rows(): Promise<Record<string, unknown>[]> {
    return (await owner.get(`${this.workbook}/tables/staff/rows`)).body.rows;
  }

  async conflicts(): Promise<Record<string, unknown>[]> {
    return (await owner.get(`${this.workbook}/conflicts?status=open`)).body.conflicts;
  }
}

function editFile(file: ExportedFile): void {
  for (const [i, name] of cases.entries())
    if (name.endsWith('edited there')) file.write(i + 2, { note: 'there' });
  for (const name of cases.toReversed())
    if (name.endsWith('deleted there')) file.sheet.deleteRow(rowOf(name) + 1);
}

describe.each(ways)('a cell that is %s', (way) => {
  test.each(['first', 'second'] as const)('counts as changed here, at the %s return', async (nth) => {
    const story = await Story.begin(way);
    const { workbook } = story;
    const file = await story.hidden(() => ExportedFile.export(owner, workbook, ['staff']));
    if (way === 'not in the file') file.sheet.deleteColumn(file.sheet.column('pay'));
    await story.changeHere();
    if (nth === 'second') {
      file.write(rowOf('other') + 1, { note: 'first' });
      expect((await story.hidden(() => file.sync())).body).toMatchObject({ applied: 1, conflicts: [] });
    }
    editFile(file);
    const { status, body } = await story.hidden(() => file.sync());
    expect([status, body.applied, body.deleted]).toEqual([200, 2, 2]);

    const lost = { row_id: rowOf('changed here, deleted there'), column: null, incoming: null };
    const back = { row_id: rowOf('deleted here, edited there'), column: null, previous: null };
    const conflicts = (body.conflict_details as { row_id: number }[]).sort((a, b) => a.row_id - b.row_id);
    const isHidden = way === 'masked' || way === 'denied';
    expect(conflicts).toMatchObject([
      { ...lost, hidden_changed: isHidden },
      { ...back, hidden_changed: false },
    ]);
    if (isHidden) expect(JSON.stringify(body)).not.toMatch(/\b120\b/);
    const before = way === 'added since' ? null : 100;
    expect((await story.conflicts()).at(-1)).toMatchObject({ previous: { pay: 120 }, base: { pay: before } });

    const left = Object.fromEntries((await story.rows()).map(({ name, pay, note }) => [name, [pay, note]]));
    expect(left).toEqual({
      'changed here, edited there': [120, 'there'],
      'unchanged, edited there': [before, 'there'],
      'changed here, left there': [120, null],
      'deleted here, edited there': [before, 'there'],
      other: [before, nth === 'second' ? 'first' : null],
    });
  });
});

test('whoever sees the whole row brings it back', async () => {
  const story = await Story.begin('masked');
  const file = await story.hidden(() => ExportedFile.export(owner, story.workbook, ['staff']));
  await story.changeHere();
  editFile(file);
  await story.hidden(() => file.sync());
  const lost = (await story.conflicts()).at(-1)?.id;
  const revert = () => owner.post(`${story.workbook}/conflicts/${lost}/resolve`, { action: 'revert' });
  expect((await story.hidden(revert)).status).toBe(403);
  expect((await revert()).status).toBe(200);
  expect((await story.rows())[0]).toMatchObject({ __svc_row_id: 1, pay: 120 });
});
