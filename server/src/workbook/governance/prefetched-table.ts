import type { Db } from '../../catalog/db.js';
import type { RowsOf } from '../../catalog/run-together.js';
import { columnsOfNamed, tablesNamed } from '../../catalog/tables.js';
import { policyRules } from './policy-rules.js';

/** The statements that look up a table by name or id: the policies of its workbook, matching tables, their columns. */
export function tableStatements(db: Db, workbookId: string, nameOrId: string) {
  return [
    policyRules(db, { workbookId }),
    tablesNamed(db, workbookId, nameOrId),
    columnsOfNamed(db, workbookId, nameOrId),
  ] as const;
}

export type LookedUpTable = RowsOf<ReturnType<typeof tableStatements>>;

/**
 * The table that a path names, looked up in one round trip with the caller, before the body is read, which may
 * take long. Valid for one use, by a change that checks under its lock that there is still no policy.
 */
export class PrefetchedTable {
  #rows: LookedUpTable | undefined;

  constructor(
    private readonly workbookId: string,
    private readonly nameOrId: string,
    rows: LookedUpTable,
  ) {
    const [rules] = rows;
    if (rules.length === 0) this.#rows = rows;
  }

  take(workbookId: string, nameOrId: string): LookedUpTable | undefined {
    if (workbookId !== this.workbookId || nameOrId !== this.nameOrId) return undefined;
    const rows = this.#rows;
    this.#rows = undefined;
    return rows;
  }
}
