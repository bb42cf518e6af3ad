import type { ChainLink } from '../core/audit-chain.js';
import type { Catalog } from './catalog.js';
import { Change } from './change.js';
import type { Db } from './db.js';

const ACTION = 'audit.anchor';
const BATCH = 100;
const service = { userId: null, credentialId: null, requestId: null };

/** Writes the head of a workbook's chain into the chain of its account, unless it is already there. */
export async function anchorHead(c: Change, workbookId: string, accountId: string): Promise<void> {
  const { length, hash } = await c.head(workbookId);
  const moved = await c.tx
    .updateTable('audit_chains')
    .set({ anchored_length: length })
    .where('chain', '=', workbookId)
    .where('anchored_length', '<>', length)
    .returning('chain')
    .executeTakeFirst();
  if (!moved) return;
  const detail = { length, hash };
  await c.audit({ chain: accountId, action: ACTION, target: workbookId, detail });
}

/** Anchors every workbook whose chain has grown since its latest anchor. */
export async function anchorGrownChains(catalog: Catalog): Promise<void> {
  for (let after = ''; ; ) {
    const grown = await catalog.db
      .selectFrom('audit_chains')
      .innerJoin('workbooks', 'workbooks.id', 'audit_chains.chain')
      .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
      .select(['workbooks.id', 'workspaces.account_id'])
      .whereRef('audit_chains.anchored_length', '<>', 'audit_chains.length')
      .where('workbooks.id', '>', after)
      .orderBy('workbooks.id')
      .limit(BATCH)
      .execute();
    const last = grown.at(-1);
    if (!last) return;
    for (const accountId of new Set(grown.map(({ account_id }) => account_id))) {
      const workbooks = grown.filter(({ account_id }) => account_id === accountId);
      // Not `change()`, which requires an audit entry: if another node was faster, there is nothing to write.
      await catalog.transaction(async (tx, last) => {
        const c = new Change(tx, last, service, catalog.headSigner);
        for (const { id } of workbooks) await anchorHead(c, id, accountId);
      });
    }
    after = last.id;
  }
}

/** The workbook's head as last written into the chain of its account; null if it never was. */
export async function latestAnchor(db: Db, workbookId: string): Promise<ChainLink | null> {
  const anchor = await db
    .selectFrom('audit_entries')
    .innerJoin('workspaces', 'workspaces.account_id', 'audit_entries.chain')
    .innerJoin('workbooks', 'workbooks.workspace_id', 'workspaces.id')
    .select('audit_entries.detail')
    .where('audit_entries.action', '=', ACTION)
    .where('audit_entries.target', '=', workbookId)
    .where('workbooks.id', '=', workbookId)
    .orderBy('audit_entries.seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return anchor ? parseLink(anchor.detail) : null;
}

/** Null for a text that was tampered with, which the verification of the account's chain reports. */
function parseLink(text: string): ChainLink | null {
  try {
    const { length, hash } = JSON.parse(text) as Partial<ChainLink>;
    return typeof length === 'number' && typeof hash === 'string' ? { length, hash } : null;
  } catch {
    return null;
  }
}
