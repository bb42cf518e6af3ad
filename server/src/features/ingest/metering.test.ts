import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { receiveFile } from '../../workbook/files/received-file.js';
import { payerOf } from '../accounts/credits.js';
import { describeCaller } from '../identity/describe-caller.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { ingestFile } from './ingest-file.js';

const REPORT = 'Sales by region,,\n,,\nRegion,2024,2025\nNorth,10,12\nSouth,20,21\nTotal,30,33\n';

/** Uploads a file after this many of the month's 1,000 credits were spent. */
async function uploadAfter(spent: number, env: Record<string, string>) {
  const host = await InProcessService.start(undefined, env);
  onTestFinished(() => host.dispose());
  const { service, caller } = host;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'Test' }, {});
  await service.catalog.db
    .insertInto('credit_entries')
    .values({
      id: 'crd_before',
      account_id: await payerOf(service.catalog.db, workbookId),
      workbook_id: workbookId,
      kind: 'structuring',
      subject: 'before',
      credits: spent,
      created_at: new Date().toISOString(),
    })
    .execute();
  const file = await receiveFile(service.data, Readable.from([Buffer.from(REPORT)]), 'sales.csv');
  const request = { workbookId, file, mode: 'auto', structuring: 'auto' } as const;
  const { structuring, structuringReason } = await ingestFile(service, caller, request, {});
  const { metered, credits } = await describeCaller(service, caller);
  return { structuring, structuringReason, metered, left: credits[0]?.left };
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
