import type { CommitOptions } from '../../catalog/change.js';
import type { JobRecord } from '../../catalog/job-records.js';
import type { ColumnRecord } from '../../catalog/tables.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { columnsWithFormula, type FormulaInput, planFormula } from './apply-formula.js';
import type { ChangedTable } from './change-columns.js';
import { editTable, type Write } from './edit-table.js';
import { planFormulaJob } from './formula-job.js';
import { writableTable } from './writable-table.js';

/**
 * Computes a column from other cells of its row, from this version on. An unknown name adds a column. A job computes
 * it if there are many cells.
 */
export async function setFormula(
  service: Service,
  caller: Caller,
  place: TablePlace,
  input: FormulaInput,
  commit: CommitOptions,
): Promise<ChangedTable | JobRecord> {
  const find = () => writableTable(service, caller, place);
  const plan = async (table: ReadableTable): Promise<Write<Omit<ChangedTable, 'dryRun'> | JobRecord>> => {
    const columns = await columnsWithFormula(service, table, input);
    const isLong = cellsToCompute(table, columns, input) > service.config.formulaRequestCells;
    return isLong ? planFormulaJob(table, input) : await planFormula(service, caller, table, columns, input);
  };
  const done = await editTable(service, caller, input, { find, plan }, commit);
  if ('status' in done) service.jobs.wake();
  return done;
}

/** Every formula column is computed, because one may depend on another. */
function cellsToCompute(table: ReadableTable, columns: ColumnRecord[], input: FormulaInput): number {
  if (input.formula === null || input.dryRun) return 0;
  return table.rowCount * columns.filter(({ formula }) => formula !== undefined).length;
}
