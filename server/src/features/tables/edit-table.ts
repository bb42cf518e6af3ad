import { type Author, type Change, type CommitOptions, change } from '../../catalog/change.js';
import { Problem, problem } from '../../core/problems.js';
import { type GovernedTable, isReadable } from '../../workbook/governance/governed-tables.js';
import { changesSince } from '../../workbook/reading/changes-since.js';
import { PolicySetMeanwhile, versionConflict } from '../../workbook/writing/write-tables.js';
import type { Service } from '../service.js';

/** What every edit of a table says. */
export interface EditInput {
  /** Null: whatever the version is. */
  expectedVersion: number | null;
  /** Free text: on whose behalf. */
  actor?: string | null | undefined;
  dryRun?: boolean | undefined;
}

/** What is done in the transaction of an edit. */
export type Write<Written> = (c: Change) => Promise<Written>;

type Done<Written> = Written & { dryRun: boolean };

interface TableEditing<Table, Written> {
  /** Looks the table up, as the caller sees it. */
  find(): Promise<Table>;
  /** Works out what is to be written, before the transaction: what takes long, or refuses the edit. */
  plan(table: Table): Write<Written> | Promise<Write<Written>>;
}

/**
 * The frame of every edit of a table: it is looked up, the edit is planned, then written in one change. Who loses a race
 * is told what has changed since the version that they expected; who expects none has the edit planned anew.
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
 * A change that is planned from what was read before its transaction. Where that has moved meanwhile, it is planned
 * anew, unless the caller expects a certain version.
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
      if (!(isOvertaken || error instanceof PolicySetMeanwhile) || attempt === TRIES) throw error;
    }
  }
}

/** Refuses in the plan what would lose when it is committed, before anything is computed for it. */
export function requireExpectedVersion({ version }: GovernedTable, { expectedVersion }: EditInput): void {
  if (expectedVersion !== null && expectedVersion !== version)
    throw versionConflict(version, expectedVersion);
}

/** The conflict with the changes since, so that the edit can be applied again without reading the whole table. */
async function withChangesSince(
  service: Service,
  table: GovernedTable,
  expected: number | null,
  error: unknown,
): Promise<unknown> {
  if (!isVersionConflict(error) || expected === null || !isReadable(table)) return error;
  const changes = await changesSince(service.catalog.db, table, expected);
  return problem('version-conflict', error.detail, {
    members: { ...error.members, changes_since: changes },
  });
}

function isVersionConflict(error: unknown): error is Problem {
  return error instanceof Problem && error.slug === 'version-conflict';
}
