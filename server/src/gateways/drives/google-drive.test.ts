import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ConnectedFake,
  callsOf,
  connectGoogle,
  failureOf,
  openFakes,
  textOf,
} from '../../../test-support/connected-drive.js';
import {
  type FakeGoogleDrive,
  type GoogleFailure,
  googleTypes,
  startFakeGoogleDrive,
} from '../../../test-support/fake-google-drive.js';
import { Problem } from '../../core/problems.js';

let fake: FakeGoogleDrive;
let connected: ConnectedFake;
beforeEach(async () => {
  fake = await startFakeGoogleDrive();
  connected = await connectGoogle(fake);
});
afterEach(() => fake.stop());

const { list, names, describeFile, open, read } = callsOf(() => connected);

describe('a list', () => {
  test('shows folders first, then what can be imported, in natural order', async () => {
    fake.add({ id: 'a', name: 'budget 10.xlsx' });
    fake.add({ id: 'b', name: 'budget 9.xlsx' });
    fake.add({ id: 'c', name: 'old', mimeType: googleTypes.folder });
    fake.add({ id: 'd', name: 'letter', mimeType: googleTypes.document });
    fake.add({ id: 'e', name: 'photo.jpg', mimeType: 'image/jpeg' });
    fake.add({ id: 'f', name: 'a sheet', mimeType: googleTypes.sheet });
    fake.add({ id: 'g', name: 'export.csv', mimeType: 'text/plain' });
    fake.add({ id: 'h', name: 'notes.txt', mimeType: 'text/plain' });
    fake.add({ id: 'i', name: 'elsewhere.xlsx', parents: ['c'] });
    fake.add({ id: 'j', name: 'thrown away.xlsx' });
    fake.trash('j');
    expect(await names()).toEqual(['old', 'a sheet', 'budget 9.xlsx', 'budget 10.xlsx', 'export.csv']);
    expect(await names({ folderId: 'c' })).toEqual(['elsewhere.xlsx']);
  });

  test('says of each file what the drive knows', async () => {
    fake.add({ id: 'a', name: 'budget.xlsx', content: '12345', modifiedBy: 'mia@drive.test' });
    expect((await list()).files).toEqual([
      {
        id: 'a',
        name: 'budget.xlsx',
        isFolder: false,
        mimeType: googleTypes.xlsx,
        size: 5,
        modified: '2026-03-01T09:00:00.000Z',
        modifiedBy: 'mia@drive.test',
        version: 'a-r1',
      },
    ]);
  });

  test('comes in pages, and passes over those without anything to import', async () => {
    for (const n of [1, 2, 3]) fake.add({ id: `a${n}`, name: `a${n}.txt`, mimeType: 'text/plain' });
    for (const n of [1, 2, 3]) fake.add({ id: `b${n}`, name: `b${n}.xlsx` });
    const first = await list({ limit: 2 });
    expect(first.files.map(({ name }) => name)).toEqual(['b1.xlsx']);
    expect(await names({ limit: 2, cursor: first.nextCursor })).toEqual(['b2.xlsx', 'b3.xlsx']);
  });

  test('refuses cursors that it did not give out', async () => {
    await expect(list({ cursor: 'foreign' })).rejects.toBeInstanceOf(Problem);
    const forged = Buffer.from('"files:forged"').toString('base64url');
    expect((await failureOf(list({ cursor: forged }))).kind).toBe('invalid');
  });

  test('finds words of names, with any characters, also in shared drives', async () => {
    fake.add({ id: 'a', name: "Mia's plan.xlsx" });
    fake.add({ id: 'b', name: 'C:\\plan.xlsx', driveId: 'shared', parents: ['shared'] });
    fake.add({ id: 'c', name: 'other.xlsx' });
    expect(await names({ q: 'plan' })).toEqual(['C:\\plan.xlsx', "Mia's plan.xlsx"]);
    expect(await names({ q: "mia's" })).toEqual(["Mia's plan.xlsx"]);
    expect(await names({ q: 'C:\\' })).toEqual(['C:\\plan.xlsx']);
    expect(await names({ q: "' or trashed = true or name contains '" })).toEqual([]);
    expect(await names({ folderId: 'root', q: 'plan' })).toEqual(["Mia's plan.xlsx"]);
  });

  test('begins with the shared drives, whose files can be read', async () => {
    fake.addSharedDrive('team', 'Team');
    fake.addSharedDrive('board', 'Board');
    fake.add({ id: 'a', name: 'own.xlsx' });
    fake.add({ id: 'b', name: 'shared.xlsx', driveId: 'team', parents: ['team'], content: 'shared' });
    const first = await list({ limit: 1 });
    const second = await list({ limit: 1, cursor: first.nextCursor });
    const third = await list({ limit: 1, cursor: second.nextCursor });
    expect([first, second, third].map(({ files }) => files.map(({ id }) => id))).toEqual([
      ['team'],
      ['board'],
      ['a'],
    ]);
    expect([await names(), third.nextCursor]).toEqual([['Team', 'Board', 'own.xlsx'], null]);
    expect([await names({ folderId: 'team' }), await read('b')]).toEqual([['shared.xlsx'], 'shared']);
  });

  test('lists the own files where shared drives are turned off', async () => {
    fake.add({ id: 'a', name: 'own.xlsx' });
    fake.fail('domainPolicy', { path: /\/drives$/ });
    expect(await names()).toEqual(['own.xlsx']);
  });

  test('shows shortcuts as what they lead to', async () => {
    fake.add({ id: 'target', name: 'budget.xlsx', content: 'of the target', parents: ['elsewhere'] });
    fake.add({ id: 'folder', name: 'folder', mimeType: googleTypes.folder, parents: ['elsewhere'] });
    fake.add({ id: 's1', name: 'to the budget', shortcutTo: 'target' });
    fake.add({ id: 's2', name: 'to the folder', shortcutTo: 'folder' });
    const { files } = await list();
    expect(files.map(({ id, name, isFolder }) => [id, name, isFolder])).toEqual([
      ['folder', 'to the folder', true],
      ['target', 'to the budget', false],
    ]);
    expect([(await describeFile('s1')).id, await read('s1')]).toEqual(['target', 'of the target']);
  });
});

describe('the content of a file', () => {
  test('has its bytes and its name', async () => {
    fake.add({ id: 'a', name: 'budget.xlsx', content: 'the bytes' });
    const { filename, body } = await open('a');
    expect([filename, await textOf(body)]).toEqual(['budget.xlsx', 'the bytes']);
  });

  test('of a native Sheet is its export as xlsx, also in a shared drive', async () => {
    const sheet = { mimeType: googleTypes.sheet, content: 'exported', driveId: 'team', parents: ['team'] };
    fake.add({ id: 's', name: 'Plan 2026', ...sheet });
    const { filename, body } = await open('s');
    expect([filename, await textOf(body)]).toEqual(['Plan 2026.xlsx', 'exported']);
    expect(await describeFile('s')).toMatchObject({ size: null, version: '1@2026-03-01T09:00:00.000Z' });
  });

  test.each([
    ['2025/26 budget.xlsx', googleTypes.xlsx, '2025_26 budget.xlsx'],
    ['a\\b\u0007c.csv', googleTypes.csv, 'a_b c.csv'],
    ['..', googleTypes.xlsx, '...xlsx'],
    ['budget', googleTypes.xlsx, 'budget.xlsx'],
    ['v1.2', googleTypes.sheet, 'v1.2.xlsx'],
  ])('named %j is stored under a safe name', async (name, mimeType, filename) => {
    fake.add({ id: 'a', name, mimeType });
    expect((await open('a')).filename).toBe(filename);
  });

  test('is refused after its last byte if the file changed meanwhile', async () => {
    fake.add({ id: 'a', name: 'budget.xlsx', content: 'first' });
    fake.add({ id: 's', name: 'sheet', content: 'first', mimeType: googleTypes.sheet });
    for (const id of ['a', 's']) {
      fake.content.midway = () => fake.edit(id, 'second');
      expect((await failureOf(read(id))).kind).toBe('changed');
      fake.content.midway = undefined;
      expect(await read(id)).toBe('second');
    }
  });

  test('is not mistaken for changed because it was renamed', async () => {
    fake.add({ id: 'a', name: 'budget.xlsx', content: 'first' });
    fake.content.midway = () => fake.rename('a', 'plan.xlsx');
    expect(await read('a')).toBe('first');
  });

  test('is a failure if the connection breaks', async () => {
    fake.add({ id: 'a', name: 'budget.xlsx', content: 'many bytes' });
    fake.content.cut = true;
    expect(await failureOf(read('a'))).toMatchObject({ kind: 'unavailable', isTransientFailure: true });
  });
});

describe('a refusal', () => {
  test.each([
    ['not-found', 'missing'],
    ['trashed', 'thrown-away'],
    ['not-found', 'dangling'],
    ['unsupported', 'document'],
    ['unsupported', 'folder'],
    ['too-large', 'huge'],
    ['invalid', '..'],
    ['invalid', ''],
    ['not-found', '../about'],
    ['not-found', 'a?alt=media'],
  ])('is %s for %j', async (kind, id) => {
    fake.add({ id: 'a', name: 'budget.xlsx' });
    fake.add({ id: 'thrown-away', name: 'budget.xlsx' });
    fake.trash('thrown-away');
    fake.add({ id: 'dangling', name: 'shortcut', shortcutTo: 'missing' });
    fake.add({ id: 'document', name: 'letter', mimeType: googleTypes.document });
    fake.add({ id: 'folder', name: 'folder', mimeType: googleTypes.folder });
    fake.add({
      id: 'huge',
      name: 'sheet',
      mimeType: googleTypes.sheet,
      content: Buffer.alloc(10 * 1024 * 1024 + 1),
    });
    expect((await failureOf(read(id))).kind).toBe(kind);
  });

  test('to let a file be downloaded says why', async () => {
    fake.add({ id: 'a', name: 'budget.xlsx' });
    fake.fail('cannotDownloadFile');
    expect(await failureOf(read('a'))).toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('cannotDownloadFile'),
    });
    expect(connected.pauses).toEqual([]);
  });
});

describe('limits and outages', () => {
  beforeEach(() => fake.add({ id: 'a', name: 'budget.xlsx', content: 'the bytes' }));

  test.each<GoogleFailure>([
    'rateLimited',
    'userRateLimitExceeded',
    'rateLimitExceeded',
    'backendError',
    'unavailable',
  ])('%s is tried again, with growing pauses', async (failure) => {
    fake.fail(failure, { times: 3 });
    expect(await read('a')).toBe('the bytes');
    const [first = 0, second = 0, third = 0] = connected.pauses;
    expect([connected.pauses.length, first <= second, second <= third]).toEqual([3, true, true]);
  });

  test('a download is tried again, too', async () => {
    const file = await describeFile('a');
    fake.fail('unavailable', { times: 2 });
    const { body } = await connected.drive.open(connected.access, file);
    expect([await textOf(body), connected.pauses.length]).toEqual(['the bytes', 2]);
  });

  test('the wait is as long as the drive asks for', async () => {
    fake.fail('rateLimited', { retryAfter: '7' });
    fake.fail('rateLimited', { retryAfter: new Date(0).toUTCString() });
    await read('a');
    expect(connected.pauses).toEqual([7000, 0]);
  });

  test('a drive that asks for more than a user will wait is reported at once', async () => {
    fake.fail('userRateLimitExceeded', { retryAfter: '120' });
    expect(await failureOf(read('a'))).toMatchObject({ kind: 'rate-limited', retryAfter: 120 });
    expect(connected.pauses).toEqual([]);
  });

  test('a drive that stays away is given up', async () => {
    fake.fail('backendError', { times: 100 });
    expect((await failureOf(read('a'))).kind).toBe('unavailable');
    expect(connected.pauses.length).toBe(4);
    await fake.stop();
    expect((await failureOf(read('a'))).kind).toBe('unavailable');
  });
});

describe('a token', () => {
  beforeEach(() => fake.add({ id: 'a', name: 'budget.xlsx', content: 'the bytes' }));

  test('that has expired is renewed, also for the check after a download', async () => {
    fake.oauth.expireAccessTokens();
    fake.content.midway = () => fake.oauth.expireAccessTokens();
    expect([await read('a'), fake.oauth.refreshes]).toEqual(['the bytes', 2]);
  });

  test('of a revoked grant asks for the user', async () => {
    fake.oauth.revokeGrants();
    expect((await failureOf(read('a'))).kind).toBe('authorization');
  });

  test('that is refused even when new asks for the user', async () => {
    const access = { token: async () => 'wrong', renew: async () => 'wrong, too' };
    expect((await failureOf(connected.drive.describe(access, 'a'))).kind).toBe('authorization');
    expect(fake.requests.length).toBe(3);
  });

  test('without the scope asks for the user', async () => {
    const { google_drive } = openFakes({ google: fake });
    const scope = 'https://www.googleapis.com/auth/drive.file';
    const token = fake.oauth.issueAccessToken(scope);
    const access = { token: async () => token, renew: async () => token };
    expect((await failureOf(google_drive?.drive.describe(access, 'a') as Promise<unknown>)).kind).toBe(
      'authorization',
    );
  });
});
