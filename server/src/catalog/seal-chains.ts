import { keyCheck, signHead } from '../core/audit-chain.js';
import type { Catalog } from './catalog.js';
import { Change } from './change.js';
import { keyMismatch } from './service-keys.js';

const SETTING = 'audit_key_check';
const BATCH = 200;
const service = { userId: null, credentialId: null, requestId: null };

/**
 * Checks that the chains are signed with the audit key. Chains from before there was a key are signed once, with an
 * entry that says so; heads signed with a former key are signed again with the current one.
 */
export async function sealChains(catalog: Catalog): Promise<void> {
  const { audit, formerAudit } = catalog.keys;
  const known = await catalog.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', SETTING)
    .executeTakeFirst();
  if (known?.value === keyCheck(audit)) return;
  if (known === undefined) await sealUnsigned(catalog);
  else {
    const former = formerAudit.find((key) => keyCheck(key) === known.value);
    if (!former) throw keyMismatch();
    await signWithCurrentKey(catalog, former);
  }
  await catalog.db
    .insertInto('settings')
    .values({ key: SETTING, value: keyCheck(audit) })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value: keyCheck(audit) }))
    .execute();
}

async function sealUnsigned(catalog: Catalog): Promise<void> {
  for (;;) {
    const unsigned = await catalog.db
      .selectFrom('audit_chains')
      .select(['chain', 'length', 'head_hash'])
      .where('head_mac', 'is', null)
      .orderBy('chain')
      .limit(BATCH)
      .execute();
    if (unsigned.length === 0) return;
    await catalog.transaction(async (tx, last) => {
      const c = new Change(tx, last, service, catalog.headSigner);
      for (const { chain, length, head_hash: hash } of unsigned) {
        const signed = await tx
          .updateTable('audit_chains')
          .set({ head_mac: signHead(catalog.keys.audit, chain, { length, hash }) })
          .where('chain', '=', chain)
          .where('head_mac', 'is', null)
          .returning('chain')
          .executeTakeFirst();
        // Another node may have been faster.
        if (signed) await c.audit({ chain, action: 'audit.sealed', detail: { entries_before: length } });
      }
    });
  }
}

/** A head with an invalid signature keeps it, so that the chain stays invalid. */
async function signWithCurrentKey(catalog: Catalog, former: Buffer): Promise<void> {
  await catalog.transaction(async (tx) => {
    const heads = await tx
      .selectFrom('audit_chains')
      .select(['chain', 'length', 'head_hash', 'head_mac'])
      .execute();
    for (const { chain, length, head_hash, head_mac } of heads) {
      const head = { length, hash: head_hash };
      if (head_mac !== signHead(former, chain, head)) continue;
      await tx
        .updateTable('audit_chains')
        .set({ head_mac: signHead(catalog.keys.audit, chain, head) })
        .where('chain', '=', chain)
        .execute();
    }
  });
}
