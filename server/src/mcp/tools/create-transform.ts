import { Type } from '@sinclair/typebox';
import { nullable, strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { withDefault } from '@workbook-data-service/contract/defaults';
import { DryRunQuery } from '@workbook-data-service/contract/editing';
import { TransformPlan, TransformRequest } from '@workbook-data-service/contract/transforms';
import * as transforms from '../../features/transforms/create-transform.js';
import type { PlannedAnswer, TransformAnswer } from '../../features/transforms/transform-answer.js';
import { planUpdate, updateTransform } from '../../features/transforms/update-transform.js';
import { RunOutcomeBody, runOutcomeBody } from '../run-outcome.js';
import { tool } from '../tool.js';

const { run: _, ...definition } = TransformRequest.properties;

export const createTransform = tool({
  name: 'create_transform',
  description:
    'Derives a table from others by a SELECT or Python (pandas; sets `output`). `{{ arg }}` stands for a table of `args`, `key` identifies a row, `replace` changes the transform with that name. Example: {"name": "by region", "kind": "sql", "code": "select region, sum(amount) as total from {{ t }} group by all", "args": {"t": "sales"}, "output": "by_region", "key": ["region"]}.',
  scope: 'workbooks:write',
  effect: 'writes',
  storesData: true,
  input: strictObject({
    workbook_id: WorkbookId,
    ...definition,
    replace: withDefault(Type.Boolean({ description: 'Change the transform with this name' }), false),
    dry_run: DryRunQuery.properties.dry_run,
  }),
  notes: { name: '', kind: '', code: '', args: '', output: '', key: '', description: '', replace: '' },
  output: Type.Object({
    output: Type.String(),
    row_count: Type.Optional(nullable(Type.Integer())),
    others: Type.Optional(RunOutcomeBody),
    plan: Type.Optional(Type.Pick(TransformPlan, ['columns', 'would_recompute'])),
  }),
  run: async ({ service, caller }, { workbook_id, replace, dry_run, ...request }) => {
    const input = { ...request, run: true };
    const place = { workbookId: workbook_id, transform: input.name };
    if (dry_run)
      return planned(
        replace
          ? await planUpdate(service, caller, place, input)
          : await transforms.planNewTransform(service, caller, workbook_id, input),
      );
    return made(
      replace
        ? await updateTransform(service, caller, place, input, {})
        : await transforms.createTransform(service, caller, workbook_id, input, {}),
    );
  },
});

function made({ transform, others }: TransformAnswer) {
  const { name, rowCount } = transform.output;
  return { body: { output: name, row_count: rowCount, others: runOutcomeBody(others) } };
}

function planned({ plan, output, recomputes }: PlannedAnswer) {
  const columns = plan.columns.map(({ name, type }) => ({ name, type }));
  return { body: { output, plan: { columns, would_recompute: recomputes } } };
}
