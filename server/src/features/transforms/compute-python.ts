import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { asWorded, problem } from '../../core/problems.js';
import { bindPython, inputVariable, unbind } from '../../core/transform-template.js';
import { ProgramError, type ProgramFailure } from '../../gateways/python/program-error.js';
import type { PythonTable } from '../../gateways/python/python-table.js';
import { readValues } from '../../workbook/transforms/table-values.js';
import type { TransformPlan } from '../../workbook/transforms/transform-plan.js';
import { computeValues } from '../../workbook/ungoverned/transforms/compute-values.js';
import type { ComputedTable } from '../../workbook/writing/write-run.js';
import type { Service } from '../service.js';

/** Fixes that are more specific than the general one, which is to correct the code at its line. */
const fixes: Partial<Record<ProgramFailure, Message>> = {
  time: say('fix-python-time'),
  output: say('fix-python-output'),
};

/** Runs planned Python over its inputs, and stores what it left in `output`. */
export async function computePython(service: Service, plan: TransformPlan): Promise<ComputedTable> {
  const inputs: Record<string, PythonTable> = {};
  for (const { placeholder, table } of plan.inputs)
    inputs[inputVariable(placeholder)] = await readValues(service.data, table);
  const output = await runProgram(service, plan.spec, inputs);
  return await computeValues(service.data, plan, output);
}

async function runProgram(
  service: Service,
  { workbookId, code }: TransformPlan['spec'],
  inputs: Record<string, PythonTable>,
): Promise<PythonTable> {
  try {
    return await service.python.run({
      code: bindPython(code),
      inputs,
      account: await service.accountOf(workbookId),
      deadlineMs: service.config.queryTimeoutMs,
    });
  } catch (error) {
    if (error instanceof ProgramError) {
      const { failure, line, lines } = error;
      const members = {
        failure,
        ...(line !== undefined && { line }),
        traceback: lines.map((text) => unbind(text, code)),
      };
      const fix = fixes[failure];
      throw problem('python-failed', asWorded(unbind(error.message, code)), {
        members,
        ...(fix && { fix }),
      });
    }
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') {
      throw problem('not-configured', say('python-unset'), {
        fix: say('fix-python-unset'),
      });
    }
    throw error;
  }
}
