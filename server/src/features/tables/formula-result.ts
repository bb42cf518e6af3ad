import type { Db } from '../../catalog/db.js';
import type { TableRecord } from '../../catalog/tables.js';
import type { Governance, GovernedTable } from '../../workbook/governance/governed-tables.js';
import type { ChangedTable } from './change-columns.js';

export const FORMULA_JOB = 'table.formula';

/** What a job keeps of its change: nothing of the columns, which not everyone who reads the job may see. */
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

/** What the answer shows of a changed table. */
export type VisibleFormula = Omit<ChangedTable, 'table'> & {
  table: Pick<GovernedTable, 'version' | 'columns'> & { record: Pick<TableRecord, 'name'> };
};

/** The change as a reader may see it now. A table that was deleted since has no columns. */
export async function visibleFormula(
  db: Db,
  governance: Governance,
  { tableId, name, version, opId, stale }: FormulaJobResult,
): Promise<VisibleFormula> {
  const record = await db.selectFrom('tables').selectAll().where('id', '=', tableId).executeTakeFirst();
  const columns = record ? (await governance.view(db, record, version)).columns : [];
  return { table: { record: { name }, version, columns }, opId, stale, dryRun: false };
}
