import type { Catalog } from '../catalog/catalog.js';
import type { Db } from '../catalog/db.js';
import { prepared } from '../catalog/prepared.js';

/** The account that pays for a workbook, and that its waiting work is scheduled for. It never changes. */
export type AccountOf = (workbookId: string) => Promise<string>;

const REMEMBERED = 10_000;

/** `accountOfWorkbook` with a cache: it is called before every call of the engine. */
export function rememberedAccounts({ db }: Catalog): AccountOf {
  const known = new Map<string, string>();
  return async (workbookId) => {
    const found = known.get(workbookId) ?? (await accountOfWorkbook(db, workbookId));
    // Work on a workbook that was deleted meanwhile counts as that of an account of its own.
    if (found === undefined) return workbookId;
    if (known.size >= REMEMBERED) known.clear();
    known.set(workbookId, found);
    return found;
  };
}

export async function accountOfWorkbook(db: Db, workbookId: string): Promise<string | undefined> {
  const [workspace] = await workspaceOf(db, { workbookId }).execute();
  return workspace?.account_id;
}

const workspaceOf = prepared((db, { workbookId }: { workbookId: string }) =>
  db
    .selectFrom('workbooks')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .select('workspaces.account_id')
    .where('workbooks.id', '=', workbookId),
);
