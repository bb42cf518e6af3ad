import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { change } from '../../catalog/change.js';
import { receiveFile } from '../../workbook/files/received-file.js';
import { payerOf, spendCredits } from '../billing/spend.js';
import { describeCaller } from '../identity/describe-caller.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { ingestFile } from './ingest-file.js';

const REPORT = 'Sales by region,,\n,,\nRegion,2024,2025\nNorth,10,12\nSouth,20,21\nTotal,30,33\n';

/** Uploads files at the same time, after this many of the month's 1,000 credits were spent. */
async function uploadAllAfter(spent: number, env: Record<string, string>, contents: string[]) {
  const host = await InProcessService.start(undefined, env);
  onTestFinished(() => host.dispose());
  const { service, caller } = host;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'Test' }, {});
  const accountId = await payerOf(service.catalog.db, workbookId);
  const before = { kind: 'structuring', subject: 'before', credits: spent, metered: false } as const;
  await change(service.catalog, caller, async (c) => {
    await spendCredits(c, { ...before, accountId, workbookId });
    await c.audit({ chain: workbookId, action: 'workbook.updated' });
  });
  const upload = async (content: string) => {
    const file = await receiveFile(service.data, Readable.from([Buffer.from(content)]), 'sales.csv');
    const request = { workbookId, file, mode: 'auto', structuring: 'auto' } as const;
    const { structuring, structuringReason } = await ingestFile(service, caller, request, {});
    return { structuring, structuringReason };
  };
  const uploads = await Promise.all(contents.map(upload));
  const { metered, credits } = await describeCaller(service, caller);
  return { uploads, metered, left: credits[0]?.left };
}

async function uploadAfter(spent: number, env: Record<string, string>) {
  const { uploads, ...rest } = await uploadAllAfter(spent, env, [REPORT]);
  return { ...uploads[0], ...rest };
}

test('nothing is refused for credits unless metering is on; usage is counted all the same', async () => {
  expect(await uploadAfter(1000, {})).toMatchObject({ structuring: 'structured', metered: false });
  expect(await uploadAfter(10, {})).toMatchObject({ structuring: 'structured', left: 989 });
});

test('with metering, a file that costs more than is left lands as raw sheets at no cost', async () => {
  const metering = { SVC_METERING: 'true' };
  expect(await uploadAfter(999, metering)).toMatchObject({
    structuring: 'structured',
    metered: true,
    left: 0,
  });
  expect(await uploadAfter(1000, metering)).toMatchObject({
    structuring: 'raw_fallback',
    structuringReason: 'no_credits',
    left: 0,
  });
});

test('of files that arrive at once, as many are structured as credits are left for', async () => {
  const files = [1, 2, 3].map((n) => REPORT.replace('10', `${n}`));
  const { uploads, left } = await uploadAllAfter(998, { SVC_METERING: 'true' }, files);
  expect(uploads.map(({ structuring }) => structuring).sort()).toEqual([
    'raw_fallback',
    'structured',
    'structured',
  ]);
  expect(uploads.find(({ structuringReason }) => structuringReason)?.structuringReason).toBe('no_credits');
  expect(left).toBe(0);
});
