import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { createUploadSlot } from './create-upload-slot.js';
import { ingestUpload } from './ingest-upload.js';
import { receiveUpload } from './receive-upload.js';
import { grantText } from './upload-grant.js';
import { getUploadSlot, type SlotView } from './view-upload-slot.js';

const origin = 'https://data.example.com';

let world: InProcessService;
let view: SlotView;
beforeAll(async () => {
  world = await InProcessService.start();
});
afterAll(() => world.dispose());
beforeEach(async () => {
  const { service, caller } = world;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'Test' }, {});
  const input = { workbookId, filename: 'a.csv', mode: 'auto', structuring: 'skip', origin } as const;
  view = await createUploadSlot(service, caller, input, {});
});

async function put(expires = Date.parse(view.slot.expires_at) / 1000) {
  const uploadId = view.slot.id;
  const signature = world.service.uploadSignatures.sign(grantText({ uploadId, expires }));
  const bytes = Readable.from([Buffer.from('x\n1\n')]);
  return await receiveUpload(world.service, { uploadId, expires, signature, bytes, requestId: 'req_test' });
}

async function letExpire(): Promise<void> {
  await world.service.catalog.db
    .updateTable('upload_slots')
    .set({ expires_at: new Date(Date.now() - 1).toISOString() })
    .where('id', '=', view.slot.id)
    .execute();
}

const look = () => getUploadSlot(world.service, world.caller, view.slot.id, origin);
const ingest = () => ingestUpload(world.service, world.caller, view.slot.id, { async: false }, {});
const expired = { slug: 'expired', status: 410 };

test('an expired slot takes no bytes and shows no URL', async () => {
  expect(view.uploadUrl).toMatch(new RegExp(`^${origin}/api/v1/uploads/${view.slot.id}\\?expires=\\d+&sig=`));
  await letExpire();
  expect(await look()).toMatchObject({ status: 'expired', uploadUrl: undefined });
  await expect(put()).rejects.toMatchObject(expired);
  await expect(put(Math.floor(Date.now() / 1000))).rejects.toMatchObject(expired);
});

test('an uploaded file can be ingested for a day, and no longer', async () => {
  await put();
  const { status, slot } = await look();
  expect(status).toBe('uploaded');
  const hours = (Date.parse(slot.expires_at) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
  await letExpire();
  expect((await look()).status).toBe('expired');
  await expect(ingest()).rejects.toMatchObject(expired);
});

test('an ingested slot does not expire', async () => {
  await put();
  await ingest();
  await letExpire();
  expect((await look()).status).toBe('ingested');
});
