import { problem } from '../../core/problems.js';
import { bindPython, inputVariable } from '../../core/transform-template.js';
import { ProgramError } from '../../gateways/python/program-error.js';
import type { PythonTable } from '../../gateways/python/python-table.js';
import type { Service } from '../../service.js';
import type { ComputedTable, TransformPlan } from '../../workbook/transforms/transform-plan.js';

/** Runs planned Python over its inputs, and keeps what it left in `output`. */
export async function computePython(service: Service, plan: TransformPlan): Promise<ComputedTable> {
  const inputs: Record<string, PythonTable> = {};
  for (const { placeholder, table } of plan.inputs)
    inputs[inputVariable(placeholder)] = await service.data.values(table);
  const code = bindPython(plan.spec.code);
  const output = await runProgram(service, code, inputs);
  return await service.data.computeValues(plan, output);
}

async function runProgram(
  service: Service,
  code: string,
  inputs: Record<string, PythonTable>,
): Promise<PythonTable> {
  try {
    return await service.python.run({ code, inputs, deadlineMs: service.config.queryTimeoutMs });
  } catch (error) {
    if (error instanceof ProgramError) {
      const { failure, line, lines } = error;
      const members = { failure, ...(line !== undefined && { line }), traceback: lines };
      throw problem('python-failed', error.message, { members });
    }
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') {
      throw problem('not-configured', 'Python transforms need the packages "deno" and "pyodide".', {
        fix: 'Ask the operator to install the optional packages "deno" and "pyodide".',
      });
    }
    throw error;
  }
}
