import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConnectedFake, connectMicrosoft, textOf } from '../../../test-support/connected-drive.js';
import {
  type FakeMicrosoftDrive,
  startFakeMicrosoftDrive,
} from '../../../test-support/fake-microsoft-drive.js';

let fake: FakeMicrosoftDrive;
let connected: ConnectedFake;
beforeEach(async () => {
  fake = await startFakeMicrosoftDrive();
  connected = await connectMicrosoft(fake);
});
afterEach(() => fake.stop());

const everything = { folderId: null, q: null, cursor: null, limit: 100 };
const list = (request: Partial<typeof everything | { folderId: string; q: string; cursor: string }> = {}) =>
  connected.drive.list(connected.access, { ...everything, ...request });
const describeFile = (id: string) => connected.drive.describe(connected.access, id);
const open = async (id: string) => connected.drive.open(connected.access, await describeFile(id));
const read = async (id: string) => textOf((await open(id)).body);
const namesOf = ({ files }: Awaited<ReturnType<typeof list>>) => files.map(({ name }) => name);

describe('listing', () => {
  test('shows folders first, then what can be imported', async () => {
    fake.add({ id: 'a', name: 'budget.xlsx', content: '12345', modifiedBy: 'mia@tenant.test' });
    fake.add({ id: 'b', name: 'photo.jpg' });
    fake.add({ id: 'c', name: 'old', isFolder: true });
    fake.add({ id: 'd', name: 'elsewhere.csv', parentId: 'c' });
    const { files, nextCursor } = await list();
    expect([files.map(({ name }) => name), nextCursor]).toEqual([['old', 'budget.xlsx'], null]);
    expect(files[1]).toEqual({
      id: 'b!own-drive:a',
      name: 'budget.xlsx',
      isFolder: false,
      mimeType: null,
      size: 5,
      modified: '2026-03-01T09:00:00Z',
      modifiedBy: 'mia@tenant.test',
      version: '"c:{a},1"',
    });
    expect(namesOf(await list({ folderId: files[0]?.id ?? '' }))).toEqual(['elsewhere.csv']);
  });
});

test('the content of a file has its bytes and its name', async () => {
  fake.add({ id: 'a', name: 'budget.xlsx', content: 'the bytes' });
  const { filename, body } = await open('b!own-drive:a');
  expect([filename, await textOf(body)]).toEqual(['budget.xlsx', 'the bytes']);
  expect(await read('a')).toBe('the bytes');
});
