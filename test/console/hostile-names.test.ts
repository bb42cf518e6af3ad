import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleWorld, eventually } from '../support/console.js';
import { acceptPathOf } from '../support/members.js';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
afterAll(() => world?.dispose());

/** Names the thing in its last word, after what would run as HTML, an attribute, a link, SVG or a template. */
const hostile = (what: string) =>
  `<img src=x onerror=alert(1)><svg onload=alert(1)>" onfocus=alert(1) ' {{alert(1)}} \${alert(1)} ${what}`;

/** For what may hold a slash too: a link, and the end of a script. */
const more = (what: string) =>
  `javascript:alert(1)//evil.example/ </script><script>alert(1)</script> ${hostile(what)}`;

/** A workbook with a hostile name for whatever has one, and its address in the console. */
async function seed() {
  const { api } = world;
  const made = async (calling: Promise<{ status: number; body: { id: string } }>) => {
    const { status, body } = await calling;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };
  const workbook = `/api/v1/workbooks/${(await made(api.post('/api/v1/workbooks', { title: more('title'), description: more('about') }))).id}`;
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const [first, second] = [hostile('column'), more('other')].map(quoted);
  const content = `${first},${second}\n${quoted(more('cell'))},5\njavascript:alert(1),7\n`;
  await made(
    api.upload(`${workbook}/sources`, { name: `${hostile('file')}.csv`, content }, { structuring: 'skip' }),
  );
  await made(
    api.upload(`${workbook}/file-links/local`, {
      name: `${hostile('tracked')}.csv`,
      content: `${content}x,9\n`,
    }),
  );
  const { body } = await api.get(`${workbook}/tables`);
  const { name } = body.artifacts[0];
  const table = `${workbook}/tables/${encodeURIComponent(name)}`;
  const rows = (await api.get(`${table}/rows`)).body;
  const [column, number] = rows.columns.map(({ name }: { name: string }) => name);
  await made(api.put(`${table}/description`, { description: more('description') }));
  await made(
    api.put(`${table}/columns/${encodeURIComponent(column)}/description`, { description: more('meaning') }),
  );
  await made(
    api.post(`${table}/annotations`, {
      annotations: [{ row_id: 1, column, note: more('note') }],
      actor: more('actor'),
    }),
  );
  await made(api.post(`${table}/columns/${encodeURIComponent(column)}/tags`, { tag: hostile('tag') }));
  await made(
    api.put(`${workbook}/policies/${encodeURIComponent(hostile('tag'))}`, {
      role: hostile('role'),
      effect: 'mask',
    }),
  );
  await made(
    api.post(`${workbook}/transforms`, {
      name: hostile('transform'),
      kind: 'sql',
      code: `select * from {{ t }} -- ${more('code')}`,
      args: { t: name },
      output: hostile('output'),
      description: more('purpose'),
    }),
  );
  await made(
    api.put(`${workbook}/charts/${encodeURIComponent(hostile('chart'))}`, {
      chart_type: 'bar',
      table: name,
      x: column,
      y: [number],
      title: more('drawn'),
    }),
  );
  await made(
    api.put(`${workbook}/sheets/${encodeURIComponent(hostile('report'))}`, {
      title: more('headline'),
      spec: { blocks: [{ kind: 'table_view', table: name }] },
    }),
  );
  await made(api.post(`${workbook}/versions`, { label: hostile('label'), summary: more('summary') }));
  await made(api.post(`${workbook}/snapshots`, { summary: more('snapshot') }));
  await made(api.post('/api/v1/me/tokens', { name: more('token') }));
  const { workspace_id } = (await api.get('/api/v1/me')).body;
  const workspace = `/api/control/workspaces/${workspace_id}`;
  await made(api.patch(workspace, { name: hostile('workspace') }));
  const person = {
    email: `${randomUUID()}@example.com`,
    password: 'correct horse battery',
    name: more('person'),
  };
  await made(world.service.anonymous.post('/api/auth/register', person));
  const invited = { email: person.email, base_role: 'viewer', roles: [hostile('post')] };
  const { invitation } = (await api.post(`${workspace}/users`, invited)).body;
  const accepted = await world.service.anonymous.post(acceptPathOf(invitation.url), {
    password: person.password,
  });
  await made(api.post(`${workspace}/users/${accepted.body.user.id}/confirm`));
  const { id: webhook } = await made(
    api.post('/api/v1/me/webhooks', { url: `http://127.0.0.1:9/${encodeURIComponent(hostile('hook'))}` }),
  );
  const { sources } = (await api.get(`${workbook}/sources`)).body;
  const source = sources.find((one: { name: string }) => one.name.endsWith('file.csv')).name;
  return { home: workbook.replace('/api/v1', ''), name, source, column, webhook };
}

/** What a page did that names made it do, or that no page may do. */
function watched(page: Page): string[] {
  const faults: string[] = [];
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { origin, protocol, pathname } = new URL(request.url());
    const isOwn = origin === world.service.url || protocol === 'data:' || protocol === 'blob:';
    if (!isOwn || pathname.endsWith('/x')) faults.push(`request: ${request.url()}`);
  });
  return faults;
}

const INJECTED = '[onerror], [onload], [onfocus], a[href^="javascript:" i], body script, img[src="x"]';

test('hostile names, cells, notes and files are shown as they are on every page, and run nowhere', async () => {
  const { home, name, source, column, webhook } = await seed();
  const page = await world.signIn();
  const faults = watched(page);
  const query = new URLSearchParams({
    sql: `select '${more('literal').replaceAll("'", "''")}' as "${hostile('result').replaceAll('"', '""')}"`,
  });
  const table = `${home}/tables/${encodeURIComponent(name)}`;
  const pages: [address: string, ...words: string[]][] = [
    [`/workbooks?search=${encodeURIComponent(more('title'))}`, 'title'],
    [home, 'title', 'file', 'output'],
    [`${table}?row=1&column=${encodeURIComponent(column)}`, 'column', 'cell', 'note'],
    [`${home}/files`, 'file', 'tracked'],
    [`${home}/files/${encodeURIComponent(source)}?cell=A2`, 'file'],
    [`${home}/query?${query}`, 'literal', 'result'],
    [`${home}/transforms`, 'output', 'file'],
    [`${home}/transforms/${encodeURIComponent(hostile('transform'))}`, 'code', 'file'],
    [`${home}/lineage`, 'file', 'transform', 'output'],
    [`${home}/charts`, 'chart'],
    [`${home}/reports`, 'report', 'headline'],
    [`${home}/reports/${encodeURIComponent(hostile('report'))}`, 'column', 'cell'],
    [`${home}/exchange?tab=tracked`, 'tracked'],
    [`${home}/versions`, 'label', 'summary', 'snapshot'],
    [`${home}/compare?from=${encodeURIComponent(hostile('label'))}`, 'label'],
    [`${home}/changes`, 'actor', 'output'],
    [`${home}/conflicts`, 'title'],
    [`${home}/review`, 'title'],
    [`${home}/governance`, 'tag', 'role'],
    [`${home}/audit-log`, 'title'],
    [`${home}/tables/${encodeURIComponent(more('nowhere'))}`, 'nowhere'],
    ['/settings/tokens', 'token'],
    [`/settings/webhooks?webhook=${webhook}`],
    ['/settings/members', 'person'],
    ['/settings/jobs'],
    ['/settings/profile'],
    ['/settings/security'],
  ];
  for (const [address, ...words] of pages) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const shown = async () => {
      const text = await page.evaluate<string>('document.body.textContent');
      return words.filter((word) => !new RegExp(`alert\\(1\\)[^a-z]* ?${word}`).test(text));
    };
    await eventually(shown).toEqual([]);
    expect.soft(await page.locator(INJECTED).count(), address).toBe(0);
    expect.soft(faults.splice(0), address).toEqual([]);
  }
});
