import type { CommitOptions } from '../../catalog/change.js';
import type { ColumnRecord } from '../../catalog/tables.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { JobRecord } from '../jobs/jobs.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { applyFormula, columnsWithFormula, type FormulaInput } from './apply-formula.js';
import type { ChangedTable } from './change-columns.js';
import { enqueueFormula } from './formula-job.js';
import { againIfMoved, writableTable } from './writable-table.js';

/**
 * Makes a column follow other cells of its row, from this version on. A name that is new adds a column. Where there is
 * much to compute, a job does it.
 */
export async function setFormula(
  service: Service,
  caller: Caller,
  { workbookId, table: name }: TablePlace,
  input: FormulaInput,
  commit: CommitOptions = {},
): Promise<ChangedTable | JobRecord> {
  return await againIfMoved(input.expectedVersion, async () => {
    const table = await writableTable(service, caller, { workbookId, table: name });
    const columns = await columnsWithFormula(service, table, input);
    const isLong = cellsToCompute(table, columns, input) > service.config.formulaRequestCells;
    return isLong
      ? await enqueueFormula(service, caller, table, input, commit)
      : await applyFormula(service, caller, table, columns, input, commit);
  });
}

/** Every formula column is computed, because one may build on another. */
function cellsToCompute(table: ReadableTable, columns: ColumnRecord[], input: FormulaInput): number {
  if (input.formula === null || input.dryRun) return 0;
  return table.rowCount * columns.filter(({ formula }) => formula !== undefined).length;
}
