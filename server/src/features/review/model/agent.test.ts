import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { InProcessService } from '../../../../test-support/in-process-service.js';
import { patience } from '../../../../test-support/patience.js';
import { ScriptedModel } from '../../../../test-support/scripted-model.js';
import { createWorkbook } from '../../workbooks/workbooks.js';
import type { ReviewReport } from '../lint.js';
import { startReview } from '../start-review.js';

let model: ScriptedModel;
let host: InProcessService;
beforeAll(async () => {
  model = await ScriptedModel.start();
  host = await InProcessService.start(undefined, model.variables());
});
afterAll(async () => {
  await host.dispose();
  await model.stop();
});

test('a service that stops does not wait for the model, and the next one begins the review anew', async () => {
  const { id: workbookId } = await createWorkbook(host.service, host.caller, { title: 'Test' }, {});
  model.will('silence');
  const input = { target: null, mode: 'agent', judge: false, async: false } as const;
  const started = await startReview(host.service, host.caller, workbookId, input, {});
  await vi.waitFor(() => expect(model.requests).toHaveLength(1), patience(120_000));
  model.will({ calls: [{ name: 'report', input: { findings: [] } }] });
  await host.restart();
  const job = await vi.waitFor(
    async () => {
      const { id } = started as { id: string };
      const found = host.service.catalog.db.selectFrom('jobs').selectAll().where('id', '=', id);
      const row = await found.executeTakeFirstOrThrow();
      expect(row.status).toBe('succeeded');
      return row;
    },
    { timeout: patience(120_000) },
  );
  const { coverage } = JSON.parse(job.result ?? '') as ReviewReport;
  expect(coverage.rules.at(-1)).toBe('judgement');
});
