import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { FileWorkers } from '../../file-workers/file-workers.js';
import { receiveFile } from '../../workbook/files/received-file.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { ingestFile } from './ingest-file.js';

test('a file that cannot be structured lands as raw sheets, which the log and the metrics report', async () => {
  const host = await InProcessService.start();
  const structuring = vi.spyOn(FileWorkers.prototype, 'writeStructuredTables');
  onTestFinished(async () => {
    structuring.mockRestore();
    await host.dispose();
  });
  const { service, caller } = host;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'Test' }, {});
  const failure = new Error('a fault of ours');
  structuring.mockRejectedValue(failure);
  const warn = vi.spyOn(service.log, 'warn');

  const file = await receiveFile(service.data, Readable.from([Buffer.from('n\n1\n')]), 'numbers.csv');
  const request = { workbookId, file, mode: 'auto', structuring: 'auto' } as const;
  expect(await ingestFile(service, caller, request, {})).toMatchObject({ structuring: 'raw_fallback' });

  expect(warn).toHaveBeenCalledWith(
    { workbook_id: workbookId, err: failure },
    expect.stringContaining('raw sheets'),
  );
  expect(await service.metrics.registry.metrics()).toContain('svc_raw_fallbacks_total{reason="failed"} 1');
});
