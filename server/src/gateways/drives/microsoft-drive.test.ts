import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ConnectedFake,
  callsOf,
  connectMicrosoft,
  failureOf,
  openFakes,
  textOf,
} from '../../../test-support/connected-drive.js';
import {
  type FakeMicrosoftDrive,
  type MicrosoftFailure,
  startFakeMicrosoftDrive,
} from '../../../test-support/fake-microsoft-drive.js';
import { Problem } from '../../core/problems.js';

let fake: FakeMicrosoftDrive;
let connected: ConnectedFake;
beforeEach(async () => {
  fake = await startFakeMicrosoftDrive();
  connected = await connectMicrosoft(fake);
});
afterEach(() => fake.stop());

const { list, names, describeFile, open, read } = callsOf(() => connected);

describe('a list', () => {
  test('shows folders first, then what can be imported', async () => {
    fake.add({ id: 'a', name: 'budget.xlsx', content: '12345', modifiedBy: 'mia@tenant.test' });
    fake.add({ id: 'b', name: 'photo.jpg' });
    fake.add({ id: 'c', name: 'old', isFolder: true });
    fake.add({ id: 'd', name: 'elsewhere.csv', parentId: 'c' });
    fake.add({ id: 'e', name: 'thrown away.csv' });
    fake.trash('e');
    const { files, nextCursor } = await list();
    expect([files.map(({ name }) => name), nextCursor]).toEqual([['old', 'budget.xlsx'], null]);
    expect(files[1]).toEqual({
      id: 'b!own-drive:a',
      name: 'budget.xlsx',
      isFolder: false,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      size: 5,
      modified: '2026-03-01T09:00:00Z',
      modifiedBy: 'mia@tenant.test',
      version: '"c:{a},1"',
    });
    expect(await names({ folderId: files[0]?.id ?? '' })).toEqual(['elsewhere.csv']);
  });

  test('comes in pages, and passes over those without anything to import', async () => {
    for (const n of [1, 2, 3]) fake.add({ id: `a${n}`, name: `a${n}.jpg` });
    for (const n of [1, 2, 3]) fake.add({ id: `b${n}`, name: `b${n}.xlsx` });
    const first = await list({ limit: 2 });
    expect(first.files.map(({ name }) => name)).toEqual(['b1.xlsx']);
    const second = await list({ limit: 2, cursor: first.nextCursor });
    expect([second.files.map(({ name }) => name), second.nextCursor]).toEqual([['b2.xlsx', 'b3.xlsx'], null]);
  });

  test('has cursors that choose neither host nor path', async () => {
    await expect(list({ cursor: 'foreign' })).rejects.toBeInstanceOf(Problem);
    for (const position of [
      'http://127.0.0.1:1/steal',
      '//127.0.0.1:1/',
      '/../../me/messages',
      '#',
      '?$skiptoken=x',
    ]) {
      const cursor = Buffer.from(JSON.stringify(position)).toString('base64url');
      await list({ cursor }).catch(() => undefined);
    }
    const paths = fake.requests.map((request) => request.replace(/\?.*/, ''));
    expect(new Set(paths.slice(1))).toEqual(new Set(['GET /v1.0/me/drive/root/children']));
  });

  test('finds names with any characters, also of shared files', async () => {
    fake.add({ id: 'a', name: "Mia's plan.xlsx" });
    fake.add({ id: 'b', name: 'plan (50%) #1 & more.xlsx', driveId: 'b!site' });
    fake.add({ id: 'c', name: 'other.xlsx' });
    expect(await names({ q: 'plan' })).toEqual(["Mia's plan.xlsx", 'plan (50%) #1 & more.xlsx']);
    expect(await names({ q: "mia's" })).toEqual(["Mia's plan.xlsx"]);
    expect(await names({ q: '(50%) #1 & more' })).toEqual(['plan (50%) #1 & more.xlsx']);
    expect(await names({ q: "')/../../me/messages?" })).toEqual([]);
    expect(await names({ q: '?$top=1' })).toEqual([]);
  });

  test('shows what stands for an item of another drive under the id of that item', async () => {
    fake.add({ id: 'target', name: 'budget.xlsx', content: 'shared', driveId: 'b!site' });
    fake.add({ id: 'folder', name: 'Shared folder', isFolder: true, driveId: 'b!site' });
    fake.add({ id: 'inside', name: 'inside.xlsx', parentId: 'folder', driveId: 'b!site' });
    fake.add({ id: 's1', name: 'budget.xlsx', standsFor: { driveId: 'b!site', id: 'target' } });
    fake.add({ id: 's2', name: 'Shared folder', standsFor: { driveId: 'b!site', id: 'folder' } });
    const { files } = await list();
    expect(files.map(({ id, isFolder }) => [id, isFolder])).toEqual([
      ['b!site:folder', true],
      ['b!site:target', false],
    ]);
    expect(await names({ folderId: 'b!site:folder' })).toEqual(['inside.xlsx']);
    expect([(await describeFile('s1')).id, await read('s1')]).toEqual(['b!site:target', 'shared']);
  });
});

describe('the content of a file', () => {
  test('has its bytes and its name, by its full id and by that within the drive', async () => {
    fake.add({ id: 'F04A!104', name: '2025 budget.xlsx', content: 'the bytes' });
    const { filename, body } = await open('b!own-drive:F04A!104');
    expect([filename, await textOf(body)]).toEqual(['2025 budget.xlsx', 'the bytes']);
    expect(await read('F04A!104')).toBe('the bytes');
  });

  test('is refused after its last byte if the file changed meanwhile', async () => {
    fake.add({ id: 'a', name: 'budget.xlsx', content: 'first' });
    fake.content.midway = () => fake.edit('a', 'second');
    expect((await failureOf(read('a'))).kind).toBe('changed');
    fake.content.midway = () => fake.rename('a', 'plan.xlsx');
    expect(await read('a')).toBe('second');
  });

  test('is a failure if the connection breaks', async () => {
    fake.add({ id: 'a', name: 'budget.xlsx', content: 'many bytes' });
    fake.content.cut = true;
    expect(await failureOf(read('a'))).toMatchObject({ kind: 'unavailable', isTransientFailure: true });
  });

  test('is fetched from no private address', async () => {
    fake.add({ id: 'a', name: 'budget.xlsx', content: 'the bytes' });
    const guarded = openFakes({ microsoft: fake }, [], { allowPrivateNetwork: false }).microsoft;
    const file = await describeFile('a');
    const opened = guarded?.drive.open(connected.access, file) as Promise<unknown>;
    expect((await failureOf(opened)).kind).toBe('unavailable');
  });
});

describe('a refusal', () => {
  test.each([
    ['not-found', 'missing'],
    ['not-found', 'b!other:a'],
    ['trashed', 'thrown-away'],
    ['unsupported', 'folder'],
    ['invalid', '..'],
    ['invalid', '..:..'],
    ['invalid', 'b!own-drive:'],
    ['not-found', '../root/children'],
    ['not-found', 'a/content'],
  ])('is %s for %j', async (kind, id) => {
    fake.add({ id: 'a', name: 'budget.xlsx' });
    fake.add({ id: 'folder', name: 'folder', isFolder: true });
    fake.add({ id: 'thrown-away', name: 'budget.xlsx' });
    fake.trash('thrown-away');
    expect((await failureOf(read(id))).kind).toBe(kind);
  });

  test.each<MicrosoftFailure>(['accessDenied', 'locked'])('%s is not tried again', async (failure) => {
    fake.add({ id: 'a', name: 'budget.xlsx' });
    fake.fail(failure);
    expect([(await failureOf(read('a'))).kind, connected.pauses]).toEqual(['forbidden', []]);
  });
});

describe('limits and outages', () => {
  beforeEach(() => fake.add({ id: 'a', name: 'budget.xlsx', content: 'the bytes' }));

  test.each<MicrosoftFailure>(['rateLimited', 'generalException', 'unavailable'])(
    '%s is tried again, at Graph and at the host of the file',
    async (failure) => {
      fake.fail(failure, { times: 2, retryAfter: '3' });
      fake.fail(failure, { times: 2, retryAfter: '4', path: /^\/download\// });
      expect(await read('a')).toBe('the bytes');
      expect(connected.pauses).toEqual([3000, 3000, 4000, 4000]);
    },
  );

  test('a drive that asks for more than a user will wait is reported at once', async () => {
    fake.fail('rateLimited', { retryAfter: '120' });
    expect(await failureOf(list())).toMatchObject({ kind: 'rate-limited', retryAfter: 120 });
    expect(connected.pauses).toEqual([]);
  });

  test('a drive that stays away is given up', async () => {
    fake.fail('unavailable', { times: 100, path: /^\/download\// });
    expect([(await failureOf(read('a'))).kind, connected.pauses.length]).toEqual(['unavailable', 4]);
    await fake.stop();
    expect((await failureOf(read('a'))).kind).toBe('unavailable');
  });
});

describe('a token', () => {
  beforeEach(() => fake.add({ id: 'a', name: 'budget.xlsx', content: 'the bytes' }));

  test('that has expired is renewed, with the refresh token that replaced the first', async () => {
    fake.oauth.expireAccessTokens();
    fake.content.midway = () => fake.oauth.expireAccessTokens();
    expect([await read('a'), fake.oauth.refreshes]).toEqual(['the bytes', 2]);
  });

  test('of a revoked grant asks for the user', async () => {
    fake.oauth.revokeGrants();
    expect((await failureOf(read('a'))).kind).toBe('authorization');
  });
});
