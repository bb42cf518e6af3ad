import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agent } from './support/agent.js';
import type { Answer, Api } from './support/api.js';
import { mapAtOnce } from './support/at-once.js';
import { type Shown, shownBy } from './support/canaries.js';
import { type Case, cases, columns } from './support/governed-cases.js';
import { carriesNoCells, doors } from './support/governed-doors.js';
import { feeds } from './support/governed-feeds.js';
import { requestsNaming } from './support/governed-names.js';
import type { Door, Probe } from './support/governed-probes.js';
import { makeReaders, mintOwnersToken, type Reader } from './support/governed-readers.js';
import { makeWorld, type World } from './support/governed-world.js';
import { startWithMembers } from './support/members.js';
import type { TestService } from './support/service.js';

/** Doors that are known to show too much, as `case, door`; should be empty. */
const openLeaks: string[] = [];

/** Most of a request is waiting. */
const PROBES_AT_ONCE = 6;

interface Seen {
  door: string;
  probe: string;
  reader: string;
  isWrite: boolean;
  status: number;
  shown: Shown;
  excerpt: string;
}

let service: TestService;
let steward: Api;
/** The same user without the right to configure governance. */
let reader: Api;
let readers: Reader[];
let world: World;
/** Where the custom roles of each person are set. */
let roles: Record<Reader['person'], string>;
/** What each door showed, by case. */
const seen = new Map<string, Seen[]>();

beforeAll(async () => {
  const staffed = await startWithMembers({ member: 'editor' });
  ({ service, owner: steward } = staffed);
  const { workspace_id, user } = (await steward.get('/api/v1/me')).body;
  const rolesOf = ({ id }: { id: string }) => `/api/control/workspaces/${workspace_id}/users/${id}/roles`;
  roles = { owner: rolesOf(user), member: rolesOf(staffed.members.member) };
  reader = await mintOwnersToken(steward);
  world = await makeWorld(steward, reader);
  readers = await makeReaders(staffed, reader, workspace_id, world.workbook);
});
afterAll(() => service.dispose());

async function govern({ rules, roles: names }: Pick<Case, 'rules' | 'roles'>): Promise<void> {
  const { workbook } = world;
  const { body } = await steward.get(`${workbook}/policies`);
  for (const tag of new Set(body.policies.map((rule: { tag: string }) => rule.tag)))
    await steward.delete(`${workbook}/policies/${tag}`);
  for (const [tag, role, effect] of rules) await steward.put(`${workbook}/policies/${tag}`, { role, effect });
  for (const person of Object.values(roles))
    expect((await steward.put(person, { roles: names })).status).toBe(200);
}

const isAsked = (door: Door, { subject }: Case): boolean => door.of === 'table' || subject === 'base';

function probesOf(door: Door, { subject, sameAs }: Case): Probe[] {
  const probes = door.probes(world, world.subjects[subject]);
  return sameAs === undefined ? probes : probes.slice(0, 1);
}

/** Opens all doors, each probe by another reader than in the case before. */
async function openAll(one: Case): Promise<Seen[]> {
  await govern(one);
  const probes = Object.entries(doors)
    .filter(([, door]) => isAsked(door, one))
    .flatMap(([name, door]) => probesOf(door, one).map((probe) => [name, probe] as const));
  const turn = cases.indexOf(one);
  const found = await mapAtOnce(probes, PROBES_AT_ONCE, ([door, probe], i) => open(door, probe, turn + i));
  seen.set(one.name, found);
  return found;
}

async function open(door: string, probe: Probe, turn: number): Promise<Seen> {
  const { method, path, body, headers, own = '', isWrite = false, byOwner = false, leadsTo } = probe;
  const able = probe.ofWorkspace ? readers.filter(({ name }) => name !== 'token for the workbook') : readers;
  const { name, api } = able[byOwner ? 0 : turn % able.length] as Reader;
  const first = await api.send(method, path, body, headers);
  const next = leadsTo?.(first);
  const answer = next === undefined ? first : await api.get(next);
  const request = `${path} ${body instanceof FormData ? '' : JSON.stringify(body ?? '')}`;
  const revealed = await shownBy(answer, request + own);
  return {
    door,
    probe: `${method} ${request}`,
    reader: name,
    isWrite,
    status: statusOf(answer),
    ...revealed,
  };
}

/** A tool that is refused says so in its result. */
function statusOf({
  status,
  body,
}: Answer<{ result?: { isError?: true; content: { text: string }[] } }>): number {
  const text = body?.result?.isError && body.result.content[0]?.text;
  return text ? (JSON.parse(text) as { status: number }).status : status;
}

/** What the same doors showed without a rule. */
const control = (name: string): Seen[] =>
  seen.get(name.includes(':') ? name.replace(/:.*/, ': no rule') : 'no rule') ?? [];

const rank: Record<Shown, number> = { nothing: 0, names: 1, values: 2 };
const most = (all: Shown[]): Shown => all.reduce((a, b) => (rank[b] > rank[a] ? b : a), 'nothing');

test('every operation and every tool is a door, or is listed as carrying no cells', async () => {
  const { body } = await reader.get('/openapi.json');
  const operations = Object.values<Record<string, { operationId: string }>>(body.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId.replace(/ByArtifact$/, '')),
  );
  const listed = [...Object.keys(doors).map((door) => door.split(',')[0]), ...Object.keys(carriesNoCells)];
  const { client } = await Agent.connect(reader);
  const { tools } = await client.listTools();
  const { resourceTemplates } = await client.listResourceTemplates();
  const callable = [
    ...operations,
    ...tools.map(({ name }) => `mcp ${name}`),
    ...resourceTemplates.map(({ name }) => `mcp resource ${name}`),
    ...Object.keys(feeds),
  ];
  expect([...new Set(callable)].sort()).toEqual([...new Set(listed)].sort());
});

describe('sensitive columns', () => {
  test.each(cases)('$name: no door shows more of them than $sees', async (one) => {
    const found = await openAll(one);
    const leaks = found.filter(
      ({ door, shown }) => rank[shown] > rank[one.sees] && !openLeaks.includes(`${one.name}, ${door}`),
    );
    expect(leaks).toEqual([]);
    expect(found.filter(({ status }) => status >= 500)).toEqual([]);
    if (one.sees === 'values') return;
    // The columns of a derived table are defined by its code: changing any of them is 409.
    const isRefused = ({ status, probe }: Seen) =>
      status === 403 ||
      (status === 409 && control(one.name).find((at) => at.probe === probe)?.status === 409);
    expect(found.filter((at) => at.isWrite && !isRefused(at))).toEqual([]);
  });

  test.each(cases.filter(({ sameAs }) => sameAs))('$name: every door answers as in $sameAs', (one) => {
    const answers = (name = '') =>
      new Map((seen.get(name) ?? []).map(({ probe, status, shown }) => [probe, { status, shown }]));
    const same = answers(one.sameAs);
    for (const [probe, answer] of answers(one.name))
      expect([probe, answer]).toEqual([probe, same.get(probe)]);
  });

  test('are shown by every door that can, without a rule', () => {
    const wanted = Object.entries(doors).flatMap(([door, { shows, probes }]) =>
      probes(world, world.subjects.base).map((probe) => [door, probe.shows ?? shows] as const),
    );
    const off = (seen.get('no rule') ?? []).filter(({ shown }, i) => shown !== wanted[i]?.[1]);
    const help =
      'Give the request something to show (governed-world.ts), or put it in names() or nothing() (governed-probes.ts)';
    expect(off, help).toEqual([]);
  });

  test('are shown to an exempt role, except at the doors that are shut', () => {
    const before = new Map((seen.get('no rule') ?? []).map(({ probe, shown }) => [probe, shown]));
    const less = (seen.get('allow, with the role') ?? []).filter(
      ({ door, probe, shown }) => !doors[door]?.isShut && door !== 'listOps' && before.get(probe) !== shown,
    );
    expect(less).toEqual([]);
  });

  test('are not downloadable as raw bytes of a governed workbook, by any role', () => {
    const governed = cases.filter(({ rules, subject }) => rules.length > 0 && subject === 'base');
    for (const { name } of governed)
      for (const { door, status, probe } of seen.get(name) ?? [])
        if (doors[door]?.isShut) expect([name, probe, status]).toEqual([name, probe, 403]);
  });
});

test('roles are those of the person, whatever the credential and whoever owns the account', async () => {
  await govern({
    rules: [
      ['pay', '*', 'mask'],
      ['pay', 'hr', 'allow'],
    ],
    roles: [],
  });
  for (const exempt of ['owner', 'member'] as const) {
    for (const [person, path] of Object.entries(roles))
      await steward.put(path, { roles: person === exempt ? ['hr'] : [] });
    for (const { name, person, api } of readers) {
      const [row] = (await api.get(`${world.subjects.base.at}/rows`)).body.rows;
      expect([name, row.Zibexpay !== null]).toEqual([name, person === exempt]);
    }
  }
});

const answerTo = async ({ method, path, body, headers: sent }: Probe) => {
  const { status, headers, bytes } = await reader.send(method, path, body, sent);
  return { status, type: headers.get('content-type'), text: Buffer.from(bytes).toString() };
};

/** Parts that differ between answers, and suggestions for misspelt names. */
const passing =
  /\\?"request_id\\?":\\?"\w+\\?"|"elapsed_ms":[\d.]+|res_\w+|"expires_at":"[^"]+"|"nearest":"(?:\\.|[^"\\])*"|Did you mean (?:\\.|[^"\\])*/g;

test('naming a denied column gives the same answer as naming one that never existed', async () => {
  await govern({ rules: [['pay', '*', 'deny']], roles: [] });
  const answers = async (name: string) => {
    const found = await Promise.all(requestsNaming(name, world).map(answerTo));
    return found.map((answer, i) => ({
      request: JSON.stringify(requestsNaming('…', world)[i]),
      ...answer,
      text: answer.text.replaceAll(name, '…').replaceAll(passing, ''),
    }));
  };
  for (const [denied, never] of [
    ['Zibexpay', 'Zibexnix'],
    ['Zibexhush', 'Zibexnone'],
  ] as const)
    expect(await answers(denied)).toEqual(await answers(never));
});

describe('a masked column', () => {
  const { word, pay } = { word: 'Zibexword', pay: 'Zibexpay' };
  const rowsBy = async (query: string) => (await reader.get(`${world.subjects.base.at}/rows?${query}`)).body;
  const ask = async (sql: string) => (await reader.post(`${world.workbook}/query`, { sql })).body.rows;
  const filter = (op: string, value?: unknown) =>
    `filter=${encodeURIComponent(JSON.stringify({ column: pay, op, value }))}`;
  beforeAll(() => govern({ rules: [['pay', '*', 'mask']], roles: [] }));

  test('cannot be used to order, find or count rows', async () => {
    expect((await rowsBy(`order_by=${pay}`)).rows).toEqual((await rowsBy(`order_by=-${pay}`)).rows);
    const totals = [filter('gt', 0), filter('eq', 73_104_271), filter('ne', 1), filter('is_null')].map(
      async (query) => (await rowsBy(query)).total,
    );
    // A masked cell reads as NULL, which is not 1 either.
    expect(await Promise.all(totals)).toEqual([0, 0, 3, 3]);
    expect(await ask(`select "Name" from staff order by "${pay}" desc, "Name"`)).toEqual(
      await ask(`select "Name" from staff order by "${pay}", "Name"`),
    );
    expect(await ask(`select count("${pay}") as a, count(distinct "${word}") as b from staff`)).toEqual([
      { a: 0, b: 0 },
    ]);
    expect(await ask(`select 1 from staff a join derived b on a."${pay}" * 2 = b."Zibexwage"`)).toEqual([]);
  });

  test('has a profile without values', async () => {
    const { body } = await reader.get(`${world.subjects.base.at}/profile`);
    const profile = body.columns.find(({ name }: { name: string }) => name === pay);
    expect(JSON.stringify(profile)).not.toMatch(/"(min|max|mean)":[^n]/);
  });
});

test('an upsert keeps hidden cells that it leaves out', async () => {
  await govern({ rules: [['pay', '*', 'deny']], roles: [] });
  const rows = [{ __svc_row_id: 3, Team: 'green' }];
  const { at } = world.subjects.base;
  const written = await reader.post(`${at}/rows/upsert`, { rows, expected_version: null });
  expect(written.status).toBe(200);
  await govern({ rules: [], roles: [] });
  const row = (await reader.get(`${at}/rows`)).body.rows[2];
  expect(row).toMatchObject({ Team: 'green', Zibexpay: 73_104_275, Zibextwice: 146_208_550 });
});

test('deleting and recreating tables does not remove their tags', async () => {
  const workbook = await steward.workbook('Deleted');
  await steward.upload(`${workbook}/sources`, world.file);
  await steward.post(`${workbook}/tables/staff/columns/Zibexpay/tags`, { tag: 'pay' });
  await steward.put(`${workbook}/policies/pay`, { effect: 'mask' });
  const { artifacts } = (await reader.get(`${workbook}/tables?state=all`)).body;
  for (const { id } of artifacts)
    expect((await reader.delete(`${workbook}/tables/${id}?expected_version=null`)).status).toBe(200);
  const source = `${workbook}/sources/staff.xlsx`;
  const refused = [
    await reader.get(`${source}/parse-spec`),
    await reader.post(`${source}/analyze`),
    await reader.post(`${source}/materialize`),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await reader.get(source)).body.reconciliation).toBeNull();
  await steward.put(`${workbook}/policies/pay`, { effect: 'allow', role: 'admin' });
  expect((await reader.post(`${source}/materialize`)).status).toBe(201);
});

/** What a door shows in a case, in one word. */
function cell(door: string, name: string): string {
  const here = (seen.get(name) ?? []).filter((one) => one.door === door);
  const without = most(
    control(name)
      .filter((one) => one.door === door)
      .map(({ shown }) => shown),
  );
  if (here.length > 0 && here.every(({ status }) => status === 403)) return '403';
  if (without === 'nothing') return '-';
  const shown = most(here.map(({ shown }) => shown));
  if (shown === 'names' && without === 'values') return 'NULL';
  return shown === 'nothing' ? 'absent' : shown;
}

function tableOf(shown: typeof columns, isPrinted: (words: string[]) => boolean): string {
  const lines = Object.keys(doors).flatMap((door) => {
    const words = shown.map(({ cases }) => [...new Set(cases.map((name) => cell(door, name)))].join(' / '));
    return isPrinted(words)
      ? [[`\`${door.replace(',', '`,')}${door.includes(',') ? '' : '`'}`, ...words]]
      : [];
  });
  return [['', ...shown.map(({ heading }) => heading)], ['---', ...shown.map(() => '---')], ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

test('the matrix in the documentation matches the results', async () => {
  const [single, pairs] = [1, 2].map((size) => columns.filter(({ cases }) => cases.length === size));
  const matrix = [
    tableOf(single ?? [], () => true),
    'Under a rule that masks / one that denies, where it applies:',
    tableOf(pairs ?? [], (words) => words.some((word) => word !== '-')),
  ].join('\n\n');
  const path = new URL('../docs/governance.md', import.meta.url);
  const page = await readFile(path, 'utf8');
  const printed = page.replace(
    /(<!-- matrix -->\n)[\s\S]*(<!-- \/matrix -->)/,
    (_, open: string, close: string) => `${open}\n${matrix}\n\n${close}`,
  );
  if (process.env.UPDATE_DOCS === '1') await writeFile(path, printed);
  else expect(page).toBe(printed);
  if (openLeaks.length > 0) console.warn('open leaks:', openLeaks);
});
