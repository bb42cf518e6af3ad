import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { receiveFile } from '../../workbook/files/received-file.js';
import { getSource } from '../sources/sources.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { addVersion, revertToVersion } from './add-version.js';
import { getLink, listLinks } from './file-links.js';
import { type TrackRequest, trackFile } from './track-file.js';

let world: InProcessService;
beforeAll(async () => {
  world = await InProcessService.start();
});
afterAll(() => world.dispose());

async function newWorkbook(): Promise<string> {
  return (await createWorkbook(world.service, world.caller, { title: 'Test' }, {})).id;
}

const receive = (content: string, filename = 'stock.csv') =>
  receiveFile(world.service.data, Readable.from([Buffer.from(content)]), filename);

async function track(workbookId: string, content: string, more: Partial<TrackRequest> = {}) {
  const request: TrackRequest = {
    workbookId,
    file: await receive(content, more.asName ?? undefined),
    provider: 'local',
    externalId: null,
    origin: '',
    onExisting: 'auto',
    modifiedBy: null,
    modified: null,
    externalVersion: null,
    ...more,
  };
  return await trackFile(world.service, world.caller, request, {});
}

const inDrive = { provider: 'google_drive', externalId: 'f1', externalVersion: '7' } as const;
const driveVersion = { modifiedBy: 'Bo', modified: '2026-06-01T00:00:00.000Z', kind: 'sync' } as const;

test('a source that follows a file in a drive says which version of it it has', async () => {
  const { service, caller } = world;
  const workbookId = await newWorkbook();
  const provenance = async () => {
    const { provenance: stored } = await getSource(service, { workbookId, source: 'stock.csv' });
    return stored && JSON.parse(stored).version;
  };
  const { link } = await track(workbookId, 'k,v\na,1\n', inDrive);
  expect(await provenance()).toBe('7');
  const place = { workbookId, linkId: link.id };
  const second = { ...driveVersion, file: await receive('k,v\na,2\n'), externalVersion: '9' };
  await addVersion(service, caller, place, second, {});
  expect(await provenance()).toBe('9');
  await revertToVersion(service, caller, { ...place, n: 1 }, {}, {});
  expect(await provenance()).toBe('7');
  const pushed = { ...driveVersion, file: await receive('k,v\na,3\n'), externalVersion: null };
  await addVersion(service, caller, place, pushed, {});
  expect(await provenance()).toBeNull();
  const { versions } = await getLink(service, caller, place);
  expect(versions.map(({ kind, external_version }) => `${kind} ${external_version}`)).toEqual([
    'link 7',
    'sync 9',
    'revert null',
    'sync null',
  ]);
});

test('a file in a drive is tracked once, under whatever name', async () => {
  const workbookId = await newWorkbook();
  const { link } = await track(workbookId, 'k,v\na,1\n', inDrive);
  await expect(track(workbookId, 'k,v\na,2\n', { ...inDrive, asName: 'other.csv' })).rejects.toMatchObject({
    slug: 'already-tracked',
    members: { link_id: link.id },
  });
});

test('a page of links ends early if their histories are long', async () => {
  const { service, caller } = world;
  const workbookId = await newWorkbook();
  const links = [];
  for (const name of ['one.csv', 'two.csv', 'three.csv'])
    links.push((await track(workbookId, `k\n${name}\n`, { asName: name })).link);
  const [one, two, three] = links;
  for (const link of [one, two]) {
    const [first] = link?.versions ?? [];
    if (!first) throw new Error('a link has a version');
    for (let n = 2; n <= 6000; n += 500) {
      const more = Array.from({ length: 500 }, (_, i) => ({ ...first, n: n + i }));
      await service.catalog.db.insertInto('file_link_versions').values(more).execute();
    }
  }
  const page = async (cursor?: string) => {
    const { items, nextCursor } = await listLinks(service, caller, workbookId, { limit: 100, cursor });
    return { ids: items.map(({ link }) => link.id), nextCursor };
  };
  const first = await page();
  expect(first.ids).toEqual([three?.id, two?.id]);
  expect(await page(first.nextCursor ?? undefined)).toEqual({ ids: [one?.id], nextCursor: null });
});
