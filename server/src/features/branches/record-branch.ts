import { say } from '@workbook-data-service/contract/messages';
import { insertBranch } from '../../catalog/branches.js';
import type { Change } from '../../catalog/change.js';
import { tablesById } from '../../catalog/tables.js';
import type { BaseColumn } from '../../core/base-column.js';
import { fieldError, problem } from '../../core/problems.js';
import type { GovernedColumn, ReadableTable } from '../../workbook/governance/governed-tables.js';

/** What of an export matters when its file returns. */
interface RecordedInput {
  workbookId: string;
  format: 'xlsx' | 'csv';
  includeRowIds: boolean;
  csvGuardFormulas: boolean;
}

interface RecordedExport {
  branchId: string;
  filename: string;
  tables: ReadableTable[];
  input: RecordedInput;
}

/** Refuses what no returned file could be merged with. */
export function refuseUnmergeable(
  tables: readonly ReadableTable[],
  input: Pick<RecordedInput, 'includeRowIds'>,
): void {
  if (!input.includeRowIds) {
    throw problem('invalid-request', say('branch-needs-row-ids'), {
      fix: say('fix-branch-needs-row-ids'),
      members: { errors: [fieldError('/include_row_ids', say('true-with-branch'))] },
    });
  }
  const derived = tables.filter(({ record }) => record.kind === 'derived').map(({ record }) => record.name);
  if (derived.length > 0) {
    const names = derived.map((name) => `"${name}"`).join(', ');
    throw problem('derived-branch', say('derived-tables-branched', { tables: names }), {
      members: { tables: derived },
    });
  }
}

/** Remembers what an exported file shows, as the base of the merge when it returns. */
export async function recordBranch(
  c: Change,
  { branchId, filename, tables, input }: RecordedExport,
): Promise<void> {
  const { workbookId, format } = input;
  const ids = tables.map(({ record }) => record.id);
  const existing = await tablesById(c.tx, workbookId, ids);
  const deleted = tables.find(({ record }) => !existing.has(record.id));
  if (deleted) throw problem('conflict', say('table-deleted-in-export', { table: deleted.record.name }));
  const opId = await c.op({
    workbookId,
    kind: 'branch.create',
    operation: { operation: 'exportTables', input: { branchId, tables: ids, format } },
  });
  const bases = tables.map(({ record, version, rowCount, columns }) => ({
    tableId: record.id,
    version,
    rowCount,
    columns: columns.map((column) => baseColumn(column, input)),
  }));
  await insertBranch(c, { id: branchId, workbookId, format, filename, opId, bases });
  c.emit(workbookId, 'version.branched', {
    branch_id: branchId,
    filename,
    tables: tables.map(({ record, version }) => ({
      name: record.name,
      artifact_id: record.id,
      edit_version: version,
    })),
  });
}

function baseColumn({ id, name, type, formula, masked }: GovernedColumn, input: RecordedInput): BaseColumn {
  return {
    id,
    name,
    type,
    ...(formula !== undefined && { formula: true }),
    ...(input.format === 'csv' && input.csvGuardFormulas && { guarded: true }),
    ...(masked && { masked: true }),
  };
}
