import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { type Branch, findBranch, type LatestBase } from '../../catalog/branches.js';
import type { Db } from '../../catalog/db.js';
import { localLinksNamed } from '../../catalog/file-links.js';
import { tablesById } from '../../catalog/tables.js';
import { cleanFilename } from '../../core/file-names.js';
import { fieldError, type Problem, problem } from '../../core/problems.js';
import type { FileIdentity } from '../../workbook/files/returned-file.js';
import type { BranchedTable } from '../../workbook/ungoverned/merging/merge-returned-file.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/**
 * The branch that a returned file belongs to: the one that it names itself, else the one that the request names;
 * undefined if neither names one.
 */
export function branchOfFile(
  { branchId }: FileIdentity,
  given: string | null | undefined,
): string | undefined {
  if (branchId !== null && given != null && branchId !== given) {
    throw problem('invalid-request', say('file-of-other-branch', { branch: branchId, given }), {
      fix: say('fix-file-of-other-branch'),
      members: { errors: [fieldError('/branch_id', say('branch-differs', { branch: branchId }))] },
    });
  }
  return branchId ?? given ?? undefined;
}

/**
 * The refusal of a file that belongs to no branch. A tracked file is known by its name, but not merged here: a version
 * of it counts as a whole, while a merge takes only what was edited in an exported file.
 */
export async function branchUnknown(db: Db, workbookId: string, filename: string): Promise<Problem> {
  const errors = [fieldError('/branch_id', say('branch-required'))];
  const [link, ...more] = await localLinksNamed(db, workbookId, cleanFilename(filename));
  if (link && more.length === 0) {
    return problem('invalid-request', say('file-is-tracked', { file: link.filename, link: link.id }), {
      fix: say('fix-file-is-tracked', { link: link.id }),
      members: { link_id: link.id, errors },
    });
  }
  return problem('invalid-request', say('file-unknown-export'), {
    fix: say('fix-file-unknown-export'),
    members: { errors },
  });
}

export async function requireOpenBranch(db: Db, workbookId: string, branchId: string): Promise<Branch> {
  const branch = await findBranch(db, workbookId, branchId);
  if (!branch) {
    throw problem('not-found', say('branch-unknown', { branch: branchId }), {
      fix: say('fix-branch-of-other-workbook'),
    });
  }
  if (branch.status !== 'open')
    throw problem('conflict', say('branch-closed', { branch: branchId }), { fix: say('fix-export-again') });
  return branch;
}

interface TablesOfBranch {
  tables: BranchedTable[];
  warnings: Message[];
}

/** The tables of a branch that a merge of its file concerns: the given one, else all that still exist. */
export async function tablesOfBranch(
  service: Service,
  caller: Caller,
  branch: Branch,
  given: string | undefined,
): Promise<TablesOfBranch> {
  const { db } = service.catalog;
  const reader = service.data.as(caller);
  if (given !== undefined) {
    const table = await reader.table(branch.workbook_id, given);
    const base = branch.bases.get(table.record.id);
    if (!base) throw notInBranch(table.record.name, branch.id);
    const others = branch.bases.size - 1;
    const warnings = others > 0 ? [say('warn-branch-tables', { others })] : [];
    return { tables: [{ table, base }], warnings };
  }
  const existing = await tablesById(db, branch.workbook_id, [...branch.bases.keys()]);
  const tables: BranchedTable[] = [];
  for (const base of byTable(branch)) {
    if (existing.has(base.tableId))
      tables.push({ table: await reader.table(branch.workbook_id, base.tableId), base });
  }
  if (tables.length === 0)
    throw problem('conflict', say('branch-tables-deleted'), { fix: say('fix-export-again') });
  const deleted = branch.bases.size - tables.length;
  return {
    tables,
    warnings: deleted > 0 ? [say('warn-branch-deleted', { deleted })] : [],
  };
}

/** In order of their ids, in which every writer of several tables locks them. */
function byTable(branch: Branch): LatestBase[] {
  return [...branch.bases.values()].sort((one, other) => (one.tableId < other.tableId ? -1 : 1));
}

function notInBranch(table: string, branchId: string) {
  return problem('invalid-request', say('branch-lacks-table', { branch: branchId, table }), {
    fix: say('fix-branch-tables'),
    members: { errors: [fieldError('/branch_id', say('branch-without-table', { table }))] },
  });
}
