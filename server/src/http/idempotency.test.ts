import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../test-support/databases.js';
import { InProcessService } from '../../test-support/in-process-service.js';
import type { CommitOptions } from '../catalog/change.js';
import { deleteSource } from '../features/ingest/delete-source.js';
import { ingestFile } from '../features/ingest/ingest-file.js';
import { enqueueIngest } from '../features/ingest/ingest-job.js';
import { reviseSource } from '../features/revising/revise-source.js';
import { createTable } from '../features/tables/create-table.js';
import { renameTable } from '../features/tables/rename-table.js';
import { createTransform } from '../features/transforms/create-transform.js';
import { createWorkbook } from '../features/workbooks/workbooks.js';
import { type Answer, JsonText } from '../present/answer.js';
import { receiveFile } from '../workbook/files/received-file.js';
import { IdempotencyGuard } from './idempotency.js';

type Feature = (commit: CommitOptions) => Promise<unknown>;

describeEachDatabase('one request sent to two nodes at once', (database) => {
  let world: InProcessService;
  let workbookId: string;
  beforeAll(async () => {
    world = await InProcessService.start(await database.fresh());
    ({ id: workbookId } = await createWorkbook(world.service, world.caller, { title: 'Raced' }, {}));
  });
  afterAll(() => world.dispose());

  const received = (content: string) =>
    receiveFile(world.service.data, Readable.from([Buffer.from(content)]), 'file.csv');
  const ingested = async (content: string) =>
    await ingestFile(
      world.service,
      world.caller,
      {
        workbookId,
        file: await received(content),
        mode: 'auto',
        structuring: 'skip',
      },
      {},
    );

  /** Each node has its own guard; both look for a kept answer before either runs the request. */
  async function raced(key: string, feature: Feature) {
    const present = (result: unknown): Answer => ({ status: 200, body: { result } });
    const request = {
      credentialId: 'tok_1',
      secret: 'secret',
      key,
      fingerprint: key,
      earlierFingerprints: () => [],
      visibility: async () => '',
    };
    const waiting: (() => void)[] = [];
    const bothHere = () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 2) for (const go of waiting) go();
      });
    const send = () =>
      new IdempotencyGuard(world.service.catalog).run(request, async (keep) => {
        await bothHere();
        return present(await feature({ beforeCommit: (tx, result) => keep(tx, present(result)) }));
      });
    const answers = await Promise.all([send(), send()]);
    return answers.map(({ answer: { status, body }, replayed }) => ({
      replayed,
      status,
      text: body instanceof JsonText ? body.text : JSON.stringify(body),
    }));
  }

  test.each<[string, () => Promise<Feature> | Feature]>([
    [
      'creates a table',
      () => (commit) =>
        createTable(world.service, world.caller, workbookId, { name: 'made', columns: [] }, commit),
    ],
    [
      'renames a table',
      async () => {
        const { service, caller } = world;
        await createTable(service, caller, workbookId, { name: 'before', columns: [] }, {});
        return (commit) =>
          renameTable(
            service,
            caller,
            { workbookId, table: 'before' },
            { name: 'after', expectedVersion: 1 },
            commit,
          );
      },
    ],
    [
      'ingests a file',
      async () => {
        const request = { workbookId, mode: 'auto', structuring: 'skip' } as const;
        const file = await received('a\n1\n');
        return (commit) => ingestFile(world.service, world.caller, { ...request, file }, commit);
      },
    ],
    [
      'ingests a file later',
      async () => {
        const request = { workbookId, mode: 'auto', structuring: 'skip' } as const;
        const file = await received('b\n1\n');
        return (commit) => enqueueIngest(world.service, world.caller, { ...request, file }, commit);
      },
    ],
    [
      'revises a source',
      async () => {
        const { source } = await ingested('c\n1\n');
        const file = await received('c\n2\n');
        return (commit) =>
          reviseSource(world.service, world.caller, { workbookId, source: source.id }, { file }, commit);
      },
    ],
    [
      'deletes a source',
      async () => {
        const { source } = await ingested('d\n1\n');
        const place = { workbookId, source: source.id };
        return (commit) => deleteSource(world.service, world.caller, place, { cascade: true }, commit);
      },
    ],
    [
      'creates a transform',
      async () => {
        const { tables } = await ingested('e\n1\n');
        const input = {
          kind: 'sql',
          code: 'select e from {{ t }}',
          args: { t: tables[0]?.id ?? '' },
        } as const;
        return (commit) =>
          createTransform(
            world.service,
            world.caller,
            workbookId,
            { ...input, name: 'derive', output: 'derived', run: true },
            commit,
          );
      },
    ],
  ])('%s once, and both answer alike', async (what, prepare) => {
    const answers = await raced(what, await prepare());
    expect(answers.map(({ replayed }) => replayed).sort()).toEqual([false, true]);
    expect(answers[1]).toMatchObject({ status: 200, text: answers[0]?.text });
  });
});
