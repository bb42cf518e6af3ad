import { say } from '@workbook-data-service/contract/messages';
import {
  type BranchedTable,
  type BranchStatus,
  branchedTables,
  closeBranch as closeRecord,
  findBranch,
  tablesOfBranch,
} from '../../catalog/branches.js';
import { type CommitOptions, change } from '../../catalog/change.js';
import { decodeCursor, encodeCursor } from '../../core/cursor.js';
import type { Page, PageRequest } from '../../core/paging.js';
import { problem } from '../../core/problems.js';
import { isReadable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/** A table of a branch with its current name. */
export interface BranchView extends BranchedTable {
  table: string;
}

/** The tables of branches that the caller may see, the newest branch first. */
export async function listBranches(
  service: Service,
  caller: Caller,
  workbookId: string,
  page: PageRequest & { status: BranchStatus | 'all' },
): Promise<Page<BranchView>> {
  let after = page.cursor === undefined ? undefined : placeOf(decodeCursor(page.cursor, isPlace));
  const visible = await visibleNames(service, caller, workbookId);
  const limit = page.limit + 1;
  const found: BranchView[] = [];
  for (let isLast = false; !isLast && found.length < limit; ) {
    const rows = await branchedTables(service.catalog.db, workbookId, { status: page.status, after, limit });
    found.push(...viewOf(rows, visible));
    const last = rows.at(-1);
    after = last && { branchId: last.id, tableId: last.table_id };
    isLast = rows.length < limit;
  }
  const items = found.slice(0, page.limit);
  const last = items.at(-1);
  const nextCursor = found.length > page.limit && last ? encodeCursor([last.id, last.table_id]) : null;
  return { items, nextCursor };
}

export interface ClosedBranch {
  branchId: string;
  filename: string;
  closedAt: string;
  /** Null if the branch was closed before. */
  opId: number | null;
  tables: BranchView[];
}

/** Closes a branch: its file can no longer be merged. Closing it again changes nothing. */
export async function closeBranch(
  service: Service,
  caller: Caller,
  { workbookId, branchId }: { workbookId: string; branchId: string },
  { actor }: { actor?: string | null | undefined },
  commit: CommitOptions,
): Promise<ClosedBranch> {
  const visible = await visibleNames(service, caller, workbookId);
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const before = await requireBranch(c.tx, workbookId, branchId);
      const isOpen = before.status === 'open';
      const opId = isOpen
        ? await c.op({
            workbookId,
            kind: 'branch.close',
            actor,
            operation: { operation: 'closeBranch', input: { branchId } },
          })
        : null;
      const tables = viewOf(await tablesOfBranch(c.tx, workbookId, branchId), visible);
      if (isOpen) await closeRecord(c, workbookId, branchId);
      await c.audit({
        chain: workbookId,
        action: 'branch.closed',
        target: branchId,
        detail: { op_id: opId },
      });
      return { branchId, filename: before.filename, closedAt: before.closed_at ?? c.at, opId, tables };
    },
    commit,
  );
}

async function requireBranch(db: Parameters<typeof findBranch>[0], workbookId: string, branchId: string) {
  const branch = await findBranch(db, workbookId, branchId);
  if (branch) return branch;
  throw problem('not-found', say('branch-unknown', { branch: branchId }), {
    fix: say('fix-branches'),
  });
}

async function visibleNames(
  service: Service,
  caller: Caller,
  workbookId: string,
): Promise<ReadonlyMap<string, string>> {
  const tables = await service.data.as(caller).tables(workbookId);
  return new Map(tables.filter(isReadable).map(({ record }) => [record.id, record.name]));
}

function viewOf(rows: readonly BranchedTable[], visible: ReadonlyMap<string, string>): BranchView[] {
  return rows.flatMap((row) => {
    const table = visible.get(row.table_id);
    return table === undefined ? [] : [{ ...row, table }];
  });
}

function isPlace(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}

function placeOf([branchId, tableId]: [string, string]) {
  return { branchId, tableId };
}
