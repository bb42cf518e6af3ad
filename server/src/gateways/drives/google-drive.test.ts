import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConnectedFake, connectGoogle, textOf } from '../../../test-support/connected-drive.js';
import {
  type FakeGoogleDrive,
  googleTypes,
  startFakeGoogleDrive,
} from '../../../test-support/fake-google-drive.js';

let fake: FakeGoogleDrive;
let connected: ConnectedFake;
beforeEach(async () => {
  fake = await startFakeGoogleDrive();
  connected = await connectGoogle(fake);
});
afterEach(() => fake.stop());

const everything = { folderId: null, q: null, cursor: null, limit: 100 };
const list = (request: Partial<typeof everything | { folderId: string; q: string; cursor: string }> = {}) =>
  connected.drive.list(connected.access, { ...everything, ...request });
const describeFile = (id: string) => connected.drive.describe(connected.access, id);
const open = async (id: string) => connected.drive.open(connected.access, await describeFile(id));
const namesOf = ({ files }: Awaited<ReturnType<typeof list>>) => files.map(({ name }) => name);

describe('listing', () => {
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
    expect(namesOf(await list())).toEqual([
      'old',
      'a sheet',
      'budget 9.xlsx',
      'budget 10.xlsx',
      'export.csv',
    ]);
    expect(namesOf(await list({ folderId: 'c' }))).toEqual(['elsewhere.xlsx']);
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
});

test('the content of a file has its bytes and its name', async () => {
  fake.add({ id: 'a', name: 'budget.xlsx', content: 'the bytes' });
  const { filename, body } = await open('a');
  expect([filename, await textOf(body)]).toEqual(['budget.xlsx', 'the bytes']);
});

test('a native Sheet is exported as xlsx', async () => {
  fake.add({ id: 's', name: 'Plan 2026', mimeType: googleTypes.sheet, content: 'exported' });
  const { filename, body } = await open('s');
  expect([filename, await textOf(body)]).toEqual(['Plan 2026.xlsx', 'exported']);
});
