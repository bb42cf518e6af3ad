import { findBranch } from '../../catalog/branches.js';
import type { CommitOptions } from '../../catalog/change.js';
import type { Caller } from '../caller.js';
import { type Exported, exportWorkbook } from '../outputs/export-tables.js';
import type { Service } from '../service.js';
import { type MergedFile, type MergeInput, mergeFile } from './merge-file.js';

export interface MergedAndReturned extends MergedFile {
  /** The merged tables as they are now, with the ids of all rows; its edits return as a branch of their own. */
  returned?: Exported;
}

/**
 * Merges a returned file and exports the merged tables again. The file that was sent may still be edited and return: what
 * it showed stays the base of its branch, so the new file gets another one.
 */
export async function mergeAndReturn(
  service: Service,
  caller: Caller,
  input: MergeInput & { returnFile: boolean },
  commit: CommitOptions,
): Promise<MergedAndReturned> {
  const merged = await mergeFile(service, caller, input, commit);
  if (!input.returnFile || merged.dryRun) return merged;
  const { workbookId } = input;
  const branch = await findBranch(service.catalog.db, workbookId, merged.branchId);
  const columns = [...(branch?.bases.values() ?? [])].flatMap((base) => base.columns);
  const returned = await exportWorkbook(service, caller, {
    workbookId,
    tables: merged.tables.map(({ tableId }) => tableId),
    format: branch?.format ?? 'xlsx',
    formulaMode: 'values',
    includeRowIds: true,
    csvBom: false,
    csvGuardFormulas: columns.some(({ guarded }) => guarded),
    recordBranch: true,
  });
  return { ...merged, returned };
}
