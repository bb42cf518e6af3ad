import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { InProcessService } from '../test-support/in-process-service.js';
import { readConfig } from './config.js';
import { StartupError } from './core/startup-error.js';
import { ingestFromUrl } from './features/ingest/ingest-from-url.js';
import { createWorkbook } from './features/workbooks/workbooks.js';
import { createLog } from './log.js';
import { openService } from './open-service.js';

const [RIGHT, WRONG, AUDIT] = ['a1', 'b2', 'c3'].map((byte) => byte.repeat(32)) as [string, string, string];

test('a start that fails leaves nothing open, and the next one works', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-open-service-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const open = (secretKey: string) => {
    const env = { SVC_DATA_DIR: dataDir, SVC_AUDIT_KEY: AUDIT, SVC_SECRET_KEY: secretKey };
    return openService(readConfig(env), createLog('silent'));
  };
  await (await open(RIGHT)).close();
  // The database opens, but not the secrets in it; by then engine, workers and timers are there.
  await expect(open(WRONG)).rejects.toBeInstanceOf(StartupError);
  // SQLite keeps its log for as long as the database is open, and locks out whoever opens it too.
  expect(await readdir(dataDir)).not.toContain('catalog.db-wal');
  await (await open(RIGHT)).close();
});

test('a part that reaches outside can be replaced', async () => {
  const fetched: string[] = [];
  const host = await InProcessService.start(
    undefined,
    {},
    {
      fetchPublic: async (url) => {
        fetched.push(url);
        const body = Readable.from([Buffer.from('a,b\n1,2\n')]);
        return { url: new URL(url), status: 200, headers: {}, body, discard: () => {} };
      },
    },
  );
  onTestFinished(() => host.dispose());
  const { id: workbookId } = await createWorkbook(host.service, host.caller, { title: 'fetched' }, {});
  await ingestFromUrl(
    host.service,
    host.caller,
    {
      workbookId,
      url: 'https://files.example/a.csv',
      mode: 'auto',
      structuring: 'skip',
      async: false,
    },
    {},
  );
  expect(fetched).toEqual(['https://files.example/a.csv']);
  const [table] = await host.service.data.as(host.caller).tables(workbookId);
  expect(table?.record.name).toBe('a');
});
