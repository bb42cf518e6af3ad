import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { receiveFile } from '../../workbook/files/received-file.js';
import { getJob } from '../jobs/read-jobs.js';
import { finishJobOnCommit } from '../queue/queue-job.js';
import { searchTables } from '../tables/search-tables.js';
import { setTableState } from '../tables/set-table-state.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { ingestFile } from './ingest-file.js';
import { runStructureJob } from './structure-job.js';

let host: InProcessService;
beforeAll(async () => {
  host = await InProcessService.start();
  // The test runs the job itself.
  await host.service.jobs.stop();
});
afterAll(() => host.dispose());

const REPORT = 'Sales by region,,\n,,\nRegion,2024,2025\nNorth,10,12\nSouth,20,21\nEast,4,5\nTotal,34,38\n';

test('a raw sheet that its tables replaced is found by its own name once it is active again', async () => {
  const { service, caller } = host;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'Test' }, {});
  const file = await receiveFile(service.data, Readable.from([Buffer.from(REPORT)]), 'sales.csv');
  const { jobId = '' } = await ingestFile(
    service,
    caller,
    {
      workbookId,
      file,
      mode: 'auto',
      structuring: 'defer',
    },
    {},
  );
  await service.catalog.db.updateTable('jobs').set({ status: 'running' }).where('id', '=', jobId).execute();
  const job = await getJob(service, caller, jobId);
  await runStructureJob(service, job, finishJobOnCommit(job));

  await setTableState(service, caller, { workbookId, table: 'sales_raw' }, { state: 'active' }, {});
  const { tables } = await searchTables(service, caller, { q: 'sales_raw', limit: 10 });
  expect(tables.map(({ record }) => record.name)).toEqual(['sales_raw']);
});
