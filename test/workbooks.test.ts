import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let session: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
});

const idOf = (path: string) => path.split('/').at(-1) as string;
const names = (answer: { body: { artifacts: { name: string }[] } }) =>
  answer.body.artifacts.map(({ name }) => name).sort();

/** A client whose lists contain only what its own test created. */
async function alone(): Promise<Api> {
  const { body } = await session.post('/api/control/workspaces', { name: 'Alone' });
  return await session.mint(['workbooks:write', 'workbooks:delete'], { resource: `workspace:${body.id}` });
}

async function upload(api: Api, workbook: string, name: string, content = 'a,b\n1,2\n'): Promise<void> {
  const { status } = await api.upload(`${workbook}/sources`, { name, content }, { structuring: 'skip' });
  expect(status).toBe(201);
}

/** Follows the cursors of a list to its end. */
async function pages<Item>(api: Api, path: string, plural: string): Promise<Item[][]> {
  const found: Item[][] = [];
  let next = path;
  for (;;) {
    const { body } = await api.get(next);
    found.push(body[plural]);
    if (body.next_cursor === null) return found;
    next = `${path}&cursor=${body.next_cursor}`;
  }
}

describe('a workbook', () => {
  test('can be created in the personal workspace, read, changed in part and deleted', async () => {
    const made = await session.post('/api/v1/workbooks', { title: '売上 📈', description: 'Q1' });
    expect(made.status).toBe(201);
    const me = (await session.get('/api/v1/me')).body;
    expect(made.body).toMatchObject({
      id: expect.stringMatching(/^wb_/),
      title: '売上 📈',
      description: 'Q1',
      workspace_id: me.workspace_id,
      owner_id: me.user.id,
    });
    const path = `/api/v1/workbooks/${made.body.id}`;
    expect((await session.get(path)).body).toEqual(made.body);

    const renamed = await session.patch(path, { title: 'Sales' });
    expect(renamed.body).toMatchObject({ title: 'Sales', description: 'Q1' });
    expect((await session.patch(path, { description: null })).body.description).toBeNull();
    expect((await session.get(path)).body).toMatchObject({ title: 'Sales', description: null });

    expect((await session.delete(path)).status).toBe(204);
    for (const answer of [await session.get(path), await session.delete(path)])
      expect(answer.body.type).toBe('/problems/not-found');
  });

  test('is deleted with its tables and sources', async () => {
    const api = await alone();
    const workbook = await api.workbook();
    await upload(api, workbook, 'gone.csv');
    expect((await api.get('/api/v1/me/data')).body.artifacts).toHaveLength(1);
    expect((await api.delete(workbook)).status).toBe(204);
    expect((await api.get('/api/v1/me/data')).body.artifacts).toEqual([]);
    expect((await api.get('/api/v1/search?q=gone')).body.artifacts).toEqual([]);
    expect((await api.get(`${workbook}/sources`)).status).toBe(404);
  });

  test.each([
    [{}, '/title'],
    [{ title: '' }, '/title'],
    [{ title: 't'.repeat(301) }, '/title'],
    [{ title: null }, '/title'],
    [{ title: 'x', owner_id: 'usr_0' }, '/owner_id'],
  ])('%j is refused', async (body, path) => {
    const answer = await session.post('/api/v1/workbooks', body);
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path]);
  });

  test('is created in the given workspace, by id or as personal', async () => {
    const { body } = await session.post('/api/control/workspaces', { name: 'Named' });
    for (const [named, id] of [
      [body.id, body.id],
      ['personal', (await session.get('/api/v1/me')).body.workspace_id],
    ]) {
      const made = await session.post('/api/v1/workbooks', { title: 'x', workspace_id: named });
      expect(made.body.workspace_id).toBe(id);
      const listed = await session.get(`/api/v1/me/workbooks?workspace_id=${named}&limit=1`);
      expect(listed.body.workbooks[0].id).toBe(made.body.id);
    }
  });
});

describe('listing', () => {
  test('workbooks are listed newest first, page by page, each once', async () => {
    const api = await alone();
    const made: string[] = [];
    for (const title of ['1', '2', '3', '4', '5']) made.unshift(idOf(await api.workbook(title)));
    const found = await pages<{ id: string }>(api, '/api/v1/me/workbooks?limit=2', 'workbooks');
    expect(found.map((page) => page.map(({ id }) => id))).toEqual([
      made.slice(0, 2),
      made.slice(2, 4),
      made.slice(4),
    ]);
    const all = await api.get('/api/v1/me/workbooks');
    expect(all.body.workbooks).toHaveLength(5);
    expect(all.body.next_cursor).toBeNull();
  });

  test('tables are listed across workbooks, page by page', async () => {
    const api = await alone();
    const [one, two] = [await api.workbook(), await api.workbook()];
    await upload(api, one, 'first.csv');
    await upload(api, two, 'second.csv');
    await upload(api, one, 'third.csv', 'c\n3\n');
    const found = await pages<{ name: string; workbook_id: string }>(
      api,
      '/api/v1/me/data?limit=2',
      'artifacts',
    );
    expect(found.map((page) => page.map(({ name }) => name))).toEqual([['third', 'second'], ['first']]);
    expect(found.flat().map(({ workbook_id }) => workbook_id)).toEqual([idOf(one), idOf(two), idOf(one)]);
  });

  test('workspaces are listed with the default one first and marked', async () => {
    const { workspaces } = (await session.get('/api/v1/me/workspaces')).body;
    const [first, ...others] = workspaces;
    expect(first).toMatchObject({ name: 'Personal', kind: 'personal', is_default: true });
    expect(others.every(({ is_default }: { is_default: boolean }) => !is_default)).toBe(true);
  });
});

describe('search', () => {
  let api: Api;
  const search = async (q: string, more = '') =>
    names(await api.get(`/api/v1/search?q=${encodeURIComponent(q)}${more}`));
  beforeAll(async () => {
    api = await alone();
    const workbook = await api.workbook();
    await upload(api, workbook, 'Ｓａｌｅｓ２０２６.csv', 'Région,Umsatz_EUR\nNord,1\n');
    await upload(api, workbook, '100% 完了.csv', '顧客名,ＡＭＯＵＮＴ\nx,2\n');
    await upload(api, await api.workbook(), 'plain.csv', 'region,qty\nSouth,3\n');
  });

  test.each([
    ['sales', ['Ｓａｌｅｓ２０２６']],
    ['ＳＡＬＥＳ', ['Ｓａｌｅｓ２０２６']],
    ['2026', ['Ｓａｌｅｓ２０２６']],
    ['RÉGION', ['Ｓａｌｅｓ２０２６']],
    ['umsatz_e', ['Ｓａｌｅｓ２０２６']],
    ['顧客', ['100% 完了']],
    ['amount', ['100% 完了']],
    ['plain.csv', ['plain']],
    [' region ', ['plain']],
    ['nothing of the kind', []],
  ])('"%s" finds %j, by name, column or file, ignoring case and width', async (q, expected) => {
    expect(await search(q)).toEqual(expected);
  });

  test('wildcards and quotes are literal', async () => {
    expect(await search('%')).toEqual(['100% 完了']);
    expect(await search('_')).toEqual(['Ｓａｌｅｓ２０２６']);
    for (const q of ['s%s', 'p_ain', "'", '"', '\\', '!']) expect(await search(q)).toEqual([]);
  });

  test.each(['', '?q=', '?q=%20%09', '?q=%E3%80%80'])(
    '/search%s finds nothing, without an error',
    async (query) => {
      const { status, body } = await api.get(`/api/v1/search${query}`);
      expect([status, body]).toEqual([200, { artifacts: [], next_cursor: null }]);
    },
  );

  test('each page continues after the previous one', async () => {
    const found = await pages<{ name: string }>(api, '/api/v1/search?q=csv&limit=2', 'artifacts');
    expect(found.map((page) => page.length)).toEqual([2, 1]);
    expect(new Set(found.flat().map(({ name }) => name)).size).toBe(3);
  });

  test('a token for one workbook finds only its content', async () => {
    const { artifacts } = (await api.get('/api/v1/search?q=plain')).body;
    const pinned = await session.mint(['workbooks:read'], {
      resource: `workbook:${artifacts[0].workbook_id}`,
    });
    expect(names(await pinned.get('/api/v1/search?q=csv'))).toEqual(['plain']);
    expect(names(await pinned.get('/api/v1/me/data'))).toEqual(['plain']);
  });
});
