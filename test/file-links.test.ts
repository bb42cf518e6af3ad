import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { book } from './support/files.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let session: Api;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
  api = await session.mintWriter();
});

type Content = string | Uint8Array;
type Fields = Record<string, string>;

const upload = (workbook: string, name: string, content: Content) =>
  api.upload(`${workbook}/sources`, { name, content });
const track = (workbook: string, name: string, content: Content, fields: Fields = {}, query = '') =>
  api.upload(`${workbook}/file-links/local${query}`, { name, content }, fields);
const push = (workbook: string, link: string, content: Content, fields: Fields = {}, query = '') =>
  api.upload(`${workbook}/file-links/${link}/versions${query}`, { name: 'stock.csv', content }, fields);
const revert = (workbook: string, link: string, n: number, query = '') =>
  api.post(`${workbook}/file-links/${link}/versions/${n}/revert${query}`);
const edit = (workbook: string, ...rows: Record<string, unknown>[]) =>
  api.post(`${workbook}/tables/stock/rows/upsert`, { rows, expected_version: null });

/** The cells of each row, with its id last. */
async function texts(workbook: string, query = '') {
  const { body } = await api.get(`${workbook}/tables/stock/rows${query}`);
  return body.rows.map((row: object) => Object.values(row).join(' '));
}

/** What a workbook has that a version changes. */
async function state(workbook: string) {
  const paths = ['/file-links', '/sources', '/snapshots', '/ops', '/audit-log', '/tables?state=all'];
  return await Promise.all(paths.map(async (path) => (await api.get(workbook + path)).body));
}

const MAY = 'sku,item,qty\nA1,apple,5\nB2,pear,7\nC3,plum,1\n';
const JUNE = 'sku,item,qty\nC3,plum,9\nE5,kiwi,4\nA1,apple,5\n';
const MAY_ROWS = ['A1 apple 5 1', 'B2 pear 7 2', 'C3 plum 1 3'];
const JUNE_ROWS = ['A1 apple 5 1', 'C3 plum 9 3', 'E5 kiwi 4 4'];

/** A workbook that tracks stock.csv as it was in May. */
async function tracked(): Promise<{ workbook: string; link: string }> {
  const workbook = await api.workbook();
  const { body } = await track(workbook, 'stock.csv', MAY);
  return { workbook, link: body.id };
}

describe('a tracked file', () => {
  test('becomes a source of its name, as version 1 with a snapshot', async () => {
    const workbook = await api.workbook();
    const { status, body } = await track(workbook, 'stock.csv', MAY, {
      origin: 'C:\\books\\stock.csv',
      modified_by: 'Ann',
      modified_time: '2026-05-31T18:00:00+09:00',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      filename: 'stock.csv',
      source: 'stock.csv',
      provider: 'local',
      external_id: null,
      origin: 'C:\\books\\stock.csv',
      changed: true,
      version: { n: 1, kind: 'link', modified_by: 'Ann', modified: '2026-05-31T09:00:00.000Z', size: 44 },
      artifacts: [{ name: 'stock', row_count: 3 }],
      kept_edit_count: 0,
      dry_run: false,
    });
    expect(body.versions).toEqual([body.version]);
    const { id, filename, source, provider, external_id, origin, created_at, versions, version, op_id } =
      body;
    const link = { id, filename, source, provider, external_id, origin, created_at, versions };
    expect((await api.get(`${workbook}/file-links/${body.id}`)).body).toEqual(link);
    expect((await api.get(`${workbook}/file-links`)).body).toEqual({ file_links: [link], next_cursor: null });
    const snapshot = await api.get(`${workbook}/snapshots`);
    expect(snapshot.body.snapshots).toMatchObject([
      { id: version.snapshot_id, summary: 'Version 1 of stock.csv', event_type: 'file', automatic: true },
    ]);
    const { ops } = (await api.get(`${workbook}/ops`)).body;
    expect(ops).toMatchObject([{ op_id, kind: 'file.track' }]);
  });

  test('revises its source with each version: row ids stay, and so do edits', async () => {
    const { workbook, link } = await tracked();
    await edit(workbook, { __svc_row_id: 1, item: 'red apple' }, { __svc_row_id: 3, qty: 3 });
    const { status, body } = await push(workbook, link, JUNE);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      changed: true,
      version: { n: 2, kind: 'sync', modified_by: service.user.email, modified: null },
      tables: [{ name: 'stock', inserted: 1, deleted: 1 }],
      kept_edits: [{ table: 'stock', row_id: 3, column: 'qty', kept: 3, incoming: 9 }],
      kept_edit_count: 1,
    });
    expect(body.versions.map(({ n }: { n: number }) => n)).toEqual([1, 2]);
    expect(await texts(workbook)).toEqual(['A1 red apple 5 1', 'C3 plum 3 3', 'E5 kiwi 4 4']);
    const { ops } = (await api.get(`${workbook}/ops?limit=1`)).body;
    expect(ops).toMatchObject([{ op_id: body.op_id, kind: 'file.version' }]);
  });

  test('makes what is computed from it stale', async () => {
    const { workbook, link } = await tracked();
    const code = 'select sum(qty) as n from {{ t }}';
    await api.post(`${workbook}/transforms`, {
      name: 'total',
      kind: 'sql',
      code,
      args: { t: 'stock' },
      output: 'total',
    });
    await push(workbook, link, JUNE);
    const { body } = await api.get(`${workbook}/tables/total/rows`);
    expect(body.freshness.stale).toBe(true);
  });

  test('changes nothing by bytes that it has, except that the audit log says so', async () => {
    const { workbook, link } = await tracked();
    const [links, sources, snapshots, ops, before] = await state(workbook);
    const { status, body } = await push(workbook, link, MAY);
    expect([status, body.changed, body.version.n, body.op_id]).toEqual([200, false, 1, null]);
    const [linksAfter, sourcesAfter, snapshotsAfter, opsAfter, after] = await state(workbook);
    expect([linksAfter, sourcesAfter, snapshotsAfter, opsAfter]).toEqual([links, sources, snapshots, ops]);
    expect(after.entries).toHaveLength(before.entries.length + 1);
    expect(after.entries[0]).toMatchObject({ action: 'file.version_added', detail: { unchanged: true } });
  });

  test('goes back to a version as a new one, which can be read and restored like any other', async () => {
    const { workbook, link } = await tracked();
    const { body: second } = await push(workbook, link, JUNE);
    const { body: third } = await revert(workbook, link, 1);
    expect(third).toMatchObject({ changed: true, version: { n: 3, kind: 'revert' } });
    expect(third.version.sha256).toBe(third.versions[0].sha256);
    expect(await texts(workbook)).toEqual(['A1 apple 5 1', 'C3 plum 1 3', 'B2 pear 7 5']);
    const { ops } = (await api.get(`${workbook}/ops?limit=1`)).body;
    const code = { method: 'POST', path: `file-links/${link}/versions/1/revert`, body: {} };
    expect(ops).toMatchObject([{ op_id: third.op_id, kind: 'file.revert', code }]);
    expect((await revert(workbook, link, 3)).body).toMatchObject({ changed: false, op_id: null });
    expect((await revert(workbook, link, 1)).body.changed).toBe(false);
    expect((await revert(workbook, link, 4)).status).toBe(404);

    expect(await texts(workbook, `?as_of=${second.version.snapshot_id}`)).toEqual(JUNE_ROWS);
    const restored = await session.post(`${workbook}/snapshots/${second.version.snapshot_id}/restore`);
    expect(restored.status).toBe(200);
    expect(await texts(workbook)).toEqual(JUNE_ROWS);
  });

  test('with dry_run says what a version would do', async () => {
    const { workbook, link } = await tracked();
    await push(workbook, link, JUNE);
    const before = await state(workbook);
    const pushed = await push(workbook, link, MAY, {}, '?dry_run=true');
    const reverted = await revert(workbook, link, 1, '?dry_run=true');
    for (const { body } of [pushed, reverted])
      expect(body).toMatchObject({
        changed: true,
        version: { n: 3 },
        tables: [{ inserted: 1 }],
        dry_run: true,
      });
    const other = await track(workbook, 'other.csv', 'k\n1\n', {}, '?dry_run=true');
    expect(other).toMatchObject({ status: 201, body: { source: 'other.csv', dry_run: true } });
    expect(await state(workbook)).toEqual(before);
  });

  test('takes a version once that is sent twice with one Idempotency-Key', async () => {
    const { workbook, link } = await tracked();
    const at = `${workbook}/file-links/${link}/versions`;
    const file = { name: 'stock.csv', content: JUNE };
    const send = () => api.upload(at, file, {}, { 'idempotency-key': link });
    const [first, again] = [await send(), await send()];
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(first.body).toMatchObject({ changed: true, version: { n: 2 } });
  });

  test('takes versions that are pushed at once one after the other', async () => {
    const { workbook, link } = await tracked();
    const sent = [JUNE, `${JUNE}F6,fig,2\n`, JUNE, MAY];
    const answers = await Promise.all(sent.map((content) => push(workbook, link, content)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { versions } = (await api.get(`${workbook}/file-links/${link}`)).body;
    expect(versions.map(({ n }: { n: number }) => n)).toEqual(versions.map((_: unknown, i: number) => i + 1));
    const cut = answers.filter(({ body }) => body.changed);
    expect(cut.map(({ body }) => body.version.n).sort()).toEqual(
      versions.slice(1).map(({ n }: { n: number }) => n),
    );
    const [source] = (await api.get(`${workbook}/sources`)).body.sources;
    expect(source.sha256).toBe(versions.at(-1).sha256);
  });

  test('is not revised past its link, and no longer exists without its source', async () => {
    const { workbook, link } = await tracked();
    const file = { name: 'stock.csv', content: JUNE };
    const revised = await api.upload(`${workbook}/sources/stock.csv/revise`, file);
    expect([revised.status, revised.body.type, revised.body.link_id]).toEqual([
      409,
      '/problems/tracked-source',
      link,
    ]);
    await api.delete(`${workbook}/sources/stock.csv?cascade=true`);
    expect((await api.get(`${workbook}/file-links`)).body.file_links).toEqual([]);
    const { entries } = (await api.get(`${workbook}/audit-log`)).body;
    expect(entries[0]).toMatchObject({ action: 'source.deleted', detail: { link_id: link } });
  });

  test('is not merged by sync, which says where to push it', async () => {
    const { workbook, link } = await tracked();
    const sync = (name: string) => api.upload(`${workbook}/sync`, { name, content: JUNE });
    const { status, body } = await sync('stock.csv');
    expect([status, body.link_id]).toEqual([422, link]);
    expect(body.suggested_fix).toContain(`/file-links/${link}/versions`);
    expect((await sync('other.csv')).body.link_id).toBeUndefined();
  });

  test('can stop being tracked: its source, tables and snapshots stay', async () => {
    const { workbook, link } = await tracked();
    await push(workbook, link, JUNE);
    const { status, body } = await api.delete(`${workbook}/file-links/${link}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: link, filename: 'stock.csv', source: 'stock.csv' });
    expect((await api.get(`${workbook}/file-links/${link}`)).status).toBe(404);
    expect((await push(workbook, link, MAY)).status).toBe(404);
    expect(await texts(workbook)).toEqual(JUNE_ROWS);
    const [, , { snapshots }, { ops }] = await state(workbook);
    expect(snapshots).toHaveLength(2);
    expect(ops[0]).toMatchObject({ op_id: body.op_id, kind: 'file.untrack' });
    const file = { name: 'stock.csv', content: MAY };
    expect((await api.upload(`${workbook}/sources/stock.csv/revise`, file)).status).toBe(200);
  });

  test('has versions only with times in RFC 3339, and links only within their workbook', async () => {
    const { workbook, link } = await tracked();
    const { status, body } = await push(workbook, link, JUNE, { modified_time: 'yesterday' });
    expect([status, body.errors[0].path]).toEqual([422, '/modified_time']);
    expect((await push(await api.workbook(), link, JUNE)).status).toBe(404);
    const reader = await session.mint(['workbooks:read']);
    const file = { name: 'stock.csv', content: JUNE };
    expect((await reader.upload(`${workbook}/file-links/${link}/versions`, file)).status).toBe(403);
    expect((await reader.get(`${workbook}/file-links/${link}`)).status).toBe(200);
  });
});

describe('a file of which the workbook has a source', () => {
  /** A workbook with the source stock.csv, uploaded in May, with one edit. */
  async function uploaded(): Promise<string> {
    const workbook = await api.workbook();
    await upload(workbook, 'stock.csv', MAY);
    await edit(workbook, { __svc_row_id: 1, item: 'red apple' });
    return workbook;
  }
  const kinds = ({ versions }: { versions: { n: number; kind: string; modified_by: string | null }[] }) =>
    versions.map(({ n, kind }) => `${n} ${kind}`);

  test.each(['auto', 'seed'])('with %s becomes version 2 of it', async (on_existing) => {
    const workbook = await uploaded();
    const { status, body } = await track(workbook, 'stock.csv', JUNE, { on_existing });
    expect([status, kinds(body)]).toEqual([201, ['1 link', '2 sync']]);
    expect(body.version).toMatchObject({ n: 2 });
    expect(await texts(workbook)).toEqual(['A1 red apple 5 1', 'C3 plum 9 3', 'E5 kiwi 4 4']);
    const [first] = body.versions;
    expect(first.modified_by).toBe(service.user.email);
    expect(await texts(workbook, `?as_of=${first.snapshot_id}`)).toEqual([
      'A1 red apple 5 1',
      ...MAY_ROWS.slice(1),
    ]);
    const { ops } = (await api.get(`${workbook}/ops?limit=1`)).body;
    expect(ops).toMatchObject([{ op_id: body.op_id, kind: 'file.track' }]);
  });

  test('with replace takes its place as version 1', async () => {
    const workbook = await uploaded();
    const { body } = await track(workbook, 'stock.csv', JUNE, { on_existing: 'replace' });
    expect(kinds(body)).toEqual(['1 link']);
    expect(await texts(workbook)).toEqual(['A1 red apple 5 1', 'C3 plum 9 3', 'E5 kiwi 4 4']);
  });

  test.each(['auto', 'seed', 'replace'])('with %s and the same bytes is version 1', async (on_existing) => {
    const workbook = await uploaded();
    const { status, body } = await track(workbook, 'stock.csv', MAY, { on_existing });
    expect([status, kinds(body), body.tables]).toEqual([201, ['1 link'], []]);
  });

  test('with refuse is refused, and so is one that is tracked', async () => {
    const workbook = await uploaded();
    const refused = await track(workbook, 'stock.csv', JUNE, { on_existing: 'refuse' });
    expect([refused.status, refused.body.type]).toEqual([409, '/problems/name-taken']);
    for (const way of ['as_name', 'replace', 'seed', 'auto'])
      expect(refused.body.suggested_fix).toContain(way);
    const { body: link } = await track(workbook, 'stock.csv', JUNE);
    for (const content of [MAY, JUNE]) {
      const again = await track(workbook, 'stock.csv', content);
      expect([again.status, again.body.type, again.body.link_id]).toEqual([
        409,
        '/problems/already-tracked',
        link.id,
      ]);
    }
  });

  test('with auto needs a sheet in common with it', async () => {
    const workbook = await api.workbook();
    const sheet = [
      ['k', 'n'],
      ['a', 1],
    ];
    const more = [...sheet, ['b', 2]];
    await upload(workbook, 'plan.xlsx', book('xlsx', { Plan: sheet }));
    const other = book('xlsx', { Actual: sheet, Notes: sheet });
    const refused = await track(workbook, 'plan.xlsx', other);
    expect([refused.status, refused.body.type]).toEqual([409, '/problems/name-taken']);
    const named = await track(workbook, 'plan.xlsx', other, { as_name: 'actual.xlsx' });
    expect(named).toMatchObject({ status: 201, body: { filename: 'plan.xlsx', source: 'actual.xlsx' } });
    const same = await track(workbook, 'plan.xlsx', book('xlsx', { Plan: more, Notes: sheet }));
    expect([same.status, kinds(same.body)]).toEqual([201, ['1 link', '2 sync']]);
    const forced = await api.workbook();
    await upload(forced, 'plan.xlsx', book('xlsx', { Plan: sheet }));
    const seeded = await track(forced, 'plan.xlsx', other, { on_existing: 'seed' });
    expect([seeded.status, kinds(seeded.body), seeded.body.archived]).toEqual([
      201,
      ['1 link', '2 sync'],
      ['plan'],
    ]);
  });

  test('cannot be tracked under another name with the same bytes', async () => {
    const workbook = await uploaded();
    const { status, body } = await track(workbook, 'other.csv', MAY);
    expect([status, body.type]).toEqual([409, '/problems/conflict']);
    expect(body.suggested_fix).toContain('as_name="stock.csv"');
    expect((await track(workbook, 'other.csv', MAY, { as_name: 'stock.csv' })).status).toBe(201);
  });

  test('is tracked once, if that is asked for twice at the same moment', async () => {
    const workbook = await api.workbook();
    const answers = await Promise.all([MAY, JUNE].map((content) => track(workbook, 'stock.csv', content)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await api.get(`${workbook}/file-links`)).body.file_links).toHaveLength(1);
  });
});

describe('in a governed workbook', () => {
  test('a tracked file gets no version, and the log and the list are silent about its bytes', async () => {
    const { workbook, link } = await tracked();
    await session.post(`${workbook}/tables/stock/columns/qty/tags`, { tag: 'stock' });
    await session.put(`${workbook}/policies/stock`, { effect: 'mask' });
    const answers = [
      await push(workbook, link, JUNE),
      await push(workbook, link, MAY),
      await revert(workbook, link, 1),
    ];
    for (const { status, body } of answers)
      expect([status, body.type]).toEqual([403, '/problems/governed-workbook']);
    const { body } = await api.get(`${workbook}/file-links/${link}`);
    expect(body.versions).toMatchObject([{ n: 1, size: null, sha256: null }]);
    const other = await track(workbook, 'other.csv', 'k\n1\n');
    expect(other.status).toBe(201);
    await upload(workbook, 'third.csv', 'k\n2\n');
    expect((await track(workbook, 'third.csv', 'k\n3\n')).status).toBe(403);
    expect((await track(workbook, 'third.csv', 'k\n2\n')).status).toBe(201);
  });
});
