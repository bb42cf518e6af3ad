import { type Author, type Change, type CommitOptions, change } from '../../catalog/change.js';
import { Problem, problem } from '../../core/problems.js';
import { type GovernedTable, isReadable } from '../../workbook/governance/governed-tables.js';
import { changesSince } from '../../workbook/reading/changes-since.js';
import { PolicyChangedDuringEdit, versionConflict } from '../../workbook/writing/write-tables.js';
import type { Service } from '../service.js';

/** The input of every edit of a table. */
export interface EditInput {
  /** Null: any version. */
  expectedVersion: number | null;
  /** Free text: on whose behalf the edit is made. */
  actor?: string | null | undefined;
  dryRun?: boolean | undefined;
}

/** The part of an edit that runs in its transaction. */
export type Write<Written> = (c: Change) => Promise<Written>;

type Done<Written> = Written & { dryRun: boolean };

interface TableEditing<Table, Written> {
  /** Looks up what the caller may see of the table. */
  find(): Promise<Table>;
  /** Prepares the write before the transaction: slow work, and checks that may refuse the edit. */
  plan(table: Table): Write<Written> | Promise<Write<Written>>;
}

/**
 * The frame of every edit of a table: looks it up, plans the edit, then writes it in one change. If another edit was
 * faster, an edit that expects a version is refused with the changes since; any other is planned again.
 */
export async function editTable<Table extends GovernedTable, Written>(
  service: Service,
  author: Author,
  input: EditInput,
  { find, plan }: TableEditing<Table, Written>,
  commit: CommitOptions,
): Promise<Done<Written>> {
  let table: Table | undefined;
  try {
    return await changeWithRetry(
      service,
      author,
      input,
      async () => {
        table = await find();
        return await plan(table);
      },
      commit,
    );
  } catch (error) {
    throw table ? await withChangesSince(service, table, input.expectedVersion, error) : error;
  }
}

const TRIES = 5;

/**
 * A change that is planned from data read before its transaction. If the data has changed meanwhile, it is planned
 * again, unless the caller expects a certain version.
 */
export async function changeWithRetry<Written>(
  service: Service,
  author: Author,
  { expectedVersion, dryRun = false }: EditInput,
  plan: () => Promise<Write<Written>>,
  commit: CommitOptions,
): Promise<Done<Written>> {
  for (let attempt = 1; ; attempt++) {
    try {
      const write = await plan();
      return await change(service.catalog, author, async (c) => ({ ...(await write(c)), dryRun }), {
        ...commit,
        dryRun,
      });
    } catch (error) {
      const isOvertaken = isVersionConflict(error) && expectedVersion === null;
      if (!(isOvertaken || error instanceof PolicyChangedDuringEdit) || attempt === TRIES) throw error;
    }
  }
}

/** Refuses an edit of an outdated version in its plan, before anything is computed for it. */
export function requireExpectedVersion({ version }: GovernedTable, { expectedVersion }: EditInput): void {
  if (expectedVersion !== null && expectedVersion !== version)
    throw versionConflict(version, expectedVersion);
}

/** Adds the changes since to a conflict, so that the edit can be repeated without reading the whole table again. */
async function withChangesSince(
  service: Service,
  table: GovernedTable,
  expected: number | null,
  error: unknown,
): Promise<unknown> {
  if (!isVersionConflict(error) || expected === null || !isReadable(table)) return error;
  const changes = await changesSince(service.catalog.db, table, expected);
  return problem('version-conflict', error.said.detail, {
    members: { ...error.members, changes_since: changes },
  });
}

function isVersionConflict(error: unknown): error is Problem {
  return error instanceof Problem && error.slug === 'version-conflict';
}
