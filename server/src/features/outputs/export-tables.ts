import { say } from '@workbook-data-service/contract/messages';
import { change } from '../../catalog/change.js';
import { nameKey } from '../../catalog/tables.js';
import { didYouMean } from '../../core/did-you-mean.js';
import { portableStem } from '../../core/file-names.js';
import { newId } from '../../core/ids.js';
import { problem } from '../../core/problems.js';
import {
  type GovernedTable,
  isReadable,
  type ReadableTable,
  requireReadable,
} from '../../workbook/governance/governed-tables.js';
import { exportPreserved } from '../../workbook/reading/export-preserved.js';
import { type ExportedFile, exportTables } from '../../workbook/reading/export-tables.js';
import { requireWorkbook } from '../access/require-workbook.js';
import { recordBranch, refuseUnmergeable } from '../branches/record-branch.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { getWorkbook } from '../workbooks/workbooks.js';

export interface ExportInput {
  workbookId: string;
  tables?: string[] | undefined;
  format: 'xlsx' | 'csv';
  formulaMode: 'values' | 'preserve';
  includeRowIds: boolean;
  csvBom: boolean;
  csvGuardFormulas: boolean;
  /** Whether the file can be merged when it returns. */
  recordBranch: boolean;
}

export interface Exported extends ExportedFile {
  filename: string;
  /** Undefined if no branch was recorded. */
  branchId: string | undefined;
  /** As `table.column`. */
  masked: string[];
  denied: string[];
  /** Names of tables that were left out. */
  withheld: string[];
  tables: GovernedTable[];
}

/** Exports what the caller may see of the tables, in one file. */
export async function exportWorkbook(
  service: Service,
  caller: Caller,
  input: ExportInput,
): Promise<Exported> {
  const { workbookId, format, formulaMode } = input;
  if (formulaMode === 'preserve' && format === 'csv') {
    throw problem('invalid-request', say('csv-no-formulas'), {
      fix: say('fix-csv-no-formulas'),
    });
  }
  const { tables, withheld } = await tablesToExport(service, caller, input);
  if (input.recordBranch) {
    await requireMergeable(service, caller, tables, input);
  }
  const branchId = input.recordBranch ? newId('br') : undefined;
  const { title } = await getWorkbook(service, workbookId);
  const file =
    formulaMode === 'preserve'
      ? await exportPreserved(service.data.as(caller), { workbookId, tables, branchId })
      : await exportTables(service.data, {
          workbookId,
          tables,
          format,
          includeRowIds: input.includeRowIds,
          branchId,
          csvBom: input.csvBom,
          csvGuardFormulas: input.csvGuardFormulas,
        });
  const [only] = tables;
  const name = tables.length === 1 && only ? only.record.name : title;
  const filename = `${portableStem(name)}.${file.extension}`;
  try {
    await change(service.catalog, caller, async (c) => {
      if (branchId !== undefined) await recordBranch(c, { branchId, filename, tables, input });
      await c.audit({
        chain: workbookId,
        action: 'tables.exported',
        target: workbookId,
        detail: {
          format,
          formula_mode: formulaMode,
          tables: tables.map(({ record }) => record.id),
          ...(branchId !== undefined && { branch_id: branchId }),
        },
      });
    });
  } catch (error) {
    file.bytes.destroy();
    throw error;
  }
  return {
    ...file,
    filename,
    branchId,
    masked: columnsOf(tables, (table) =>
      table.columns.filter((column) => column.masked).map((column) => column.name),
    ),
    denied: columnsOf(tables, (table) => table.denied),
    withheld: withheld.map(({ record }) => record.name),
    tables,
  };
}

/** Refuses an export that cannot be merged when it returns. */
export async function requireMergeable(
  service: Service,
  caller: Caller,
  tables: readonly ReadableTable[],
  input: Pick<ExportInput, 'workbookId' | 'includeRowIds'>,
): Promise<void> {
  await requireWorkbook(service, caller, input.workbookId, 'workbooks:write');
  refuseUnmergeable(tables, input);
}

/** An export as a link names it: values, with row ids. */
export async function exportLinked(
  service: Service,
  caller: Caller,
  request: Pick<ExportInput, 'workbookId' | 'tables' | 'format' | 'recordBranch'>,
): Promise<Exported> {
  const usual = {
    formulaMode: 'values',
    includeRowIds: true,
    csvBom: false,
    csvGuardFormulas: true,
  } as const;
  return await exportWorkbook(service, caller, { ...request, ...usual });
}

/** The tables that an export has, and those whose rows are withheld from the caller. */
export async function tablesToExport(
  service: Service,
  caller: Caller,
  input: Pick<ExportInput, 'workbookId' | 'tables'>,
): Promise<{ tables: ReadableTable[]; withheld: GovernedTable[] }> {
  const all = await service.data.as(caller).tables(input.workbookId, input.tables ? 'all' : 'active');
  // A table whose rows are withheld is refused if it was requested by name, and left out otherwise.
  const tables = input.tables
    ? input.tables.map((name) => requireReadable(pick(all, name)))
    : all.filter(isReadable);
  const withheld = input.tables ? [] : all.filter((table) => !isReadable(table));
  if (tables.length === 0) {
    throw problem('invalid-request', say('no-table-to-export'), {
      fix: say('fix-no-table-to-export'),
    });
  }
  return { tables, withheld };
}

/** Picks from tables that were listed together, so that the export is a consistent snapshot. */
function pick(tables: GovernedTable[], nameOrId: string): GovernedTable {
  const found =
    tables.find(({ record }) => record.name_key === nameKey(nameOrId)) ??
    tables.find(({ record }) => record.id === nameOrId);
  if (!found) {
    const known = tables.map(({ record }) => record.name);
    throw problem('not-found', say('table-unknown', { table: nameOrId }), {
      fix: didYouMean(nameOrId, known, say('fix-tables')),
    });
  }
  return found;
}

function columnsOf(tables: GovernedTable[], pick: (table: GovernedTable) => string[]): string[] {
  return tables.flatMap((table) => pick(table).map((column) => `${table.record.name}.${column}`));
}
