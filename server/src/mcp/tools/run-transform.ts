import { Type } from '@sinclair/typebox';
import { strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { DryRunQuery } from '@workbook-data-service/contract/editing';
import { TransformParams } from '@workbook-data-service/contract/transforms';
import { planRecompute, recompute } from '../../features/transforms/recompute.js';
import * as transforms from '../../features/transforms/run-transform.js';
import type { Transform } from '../../features/transforms/transforms.js';
import { RunOutcomeBody, runOutcomeBody } from '../run-outcome.js';
import { type ToolContext, tool } from '../tool.js';

export const runTransform = tool({
  name: 'run_transform',
  description:
    'Recomputes a derived table, stale ones before it and all after it; without `transform`, every stale one.',
  scope: 'workbooks:write',
  effect: 'writes',
  storesData: true,
  input: strictObject({
    workbook_id: WorkbookId,
    transform: Type.Optional(TransformParams.properties.transform),
    dry_run: DryRunQuery.properties.dry_run,
  }),
  notes: { transform: '' },
  output: Type.Composite([
    Type.Partial(RunOutcomeBody),
    Type.Object({ would_recompute: Type.Optional(Type.Array(Type.String())) }),
  ]),
  run: async (context, { workbook_id, transform, dry_run }) => {
    const run = dry_run ? planned : done;
    return { body: await run(context, workbook_id, transform) };
  },
});

async function done({ service, caller }: ToolContext, workbookId: string, transform: string | undefined) {
  if (transform === undefined) return runOutcomeBody(await recompute(service, caller, workbookId, {}, {}));
  const answer = await transforms.runTransform(service, caller, { workbookId, transform }, {});
  const others = runOutcomeBody(answer.others);
  const own = outputOf(answer.transform);
  return answer.run
    ? { ...others, recomputed: [...others.recomputed, own] }
    : { ...others, unchanged: [...others.unchanged, own.table] };
}

function outputOf({ output }: Transform) {
  return { table: output.name, row_count: output.rowCount };
}

async function planned({ service, caller }: ToolContext, workbookId: string, transform: string | undefined) {
  if (transform === undefined) {
    const stale = await planRecompute(service, caller, workbookId, {});
    return { would_recompute: stale.map(({ table }) => table) };
  }
  const { output, recomputes } = await transforms.planRun(service, caller, { workbookId, transform });
  return { would_recompute: [output, ...recomputes] };
}
