import type { Db } from '../../catalog/db.js';
import type { TableRecord } from '../../catalog/tables.js';
import type { Governance, GovernedTable } from '../../workbook/governance/governed-tables.js';
import type { ChangedTable } from './change-columns.js';

export const FORMULA_JOB = 'table.formula';

/** What a job stores of its change: no columns, because not every reader of the job may see them. */
export interface FormulaJobResult {
  tableId: string;
  name: string;
  version: number;
  opId: number;
  stale: string[];
}

export function formulaJobResult({ table, opId, stale }: ChangedTable): FormulaJobResult {
  return { tableId: table.record.id, name: table.record.name, version: table.version, opId, stale };
}

/** The part of a changed table that the answer shows. */
export type VisibleFormula = Omit<ChangedTable, 'table'> & {
  table: Pick<GovernedTable, 'version' | 'columns'> & { record: Pick<TableRecord, 'name'> };
};

/** The part of the change that a reader may see now; no columns if the table was deleted since. */
export async function visibleFormula(
  db: Db,
  governance: Governance,
  { tableId, name, version, opId, stale }: FormulaJobResult,
): Promise<VisibleFormula> {
  const record = await db.selectFrom('tables').selectAll().where('id', '=', tableId).executeTakeFirst();
  const columns = record ? (await governance.view(db, record, version)).columns : [];
  return { table: { record: { name }, version, columns }, opId, stale, dryRun: false };
}
