import { say } from '@workbook-data-service/contract/messages';
import { nameFault } from '@workbook-data-service/sheets/names';
import type { Selectable } from 'kysely';
import { type CommitOptions, change } from '../../catalog/change.js';
import type { Tx } from '../../catalog/db.js';
import type { Schema } from '../../catalog/schema.js';
import { lockOpenSession } from '../../catalog/session-records.js';
import { refuseName } from '../../core/given-names.js';
import { newId } from '../../core/ids.js';
import { boundedExpiry, boundedRate, type IssuerBounds } from '../../core/issuer-bounds.js';
import { problem } from '../../core/problems.js';
import { formatReach } from '../../core/reach.js';
import { grants, type Scope } from '../../core/scopes.js';
import { newSecret } from '../../core/secrets.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { requestedReach } from './requested-reach.js';

export type CredentialRecord = Selectable<Schema['credentials']>;

interface CredentialRequest {
  kind: 'pat' | 'key';
  name: string | null;
  accountId: string | null;
  scopes: readonly Scope[];
  resource: string;
  /** Null for the default, within the bounds of the minting credential. */
  rateLimitPerMinute: number | null;
  expiresInDays: number | null;
  defaultRate: number;
  /** Null for no expiry. */
  defaultDays: number | null;
}

/** Creates a token or key. Its plaintext is returned once and stored nowhere. */
export async function mintCredential(
  service: Service,
  caller: Caller,
  input: CredentialRequest,
  commit: CommitOptions,
): Promise<{ row: CredentialRecord; plaintext: string }> {
  if (input.name !== null) refuseName(nameFault(input.name), '/name');
  checkScopes(caller, input.scopes);
  const { reach, accountId } = await requestedReach(service, caller, input);

  const bounds = boundsOf(caller);
  const rate = boundedRate(input.rateLimitPerMinute, input.defaultRate, bounds);
  const secret = newSecret(input.kind === 'pat' ? 'svc_pat_' : 'svc_key_');
  return await change(
    service.catalog,
    caller,
    async (c) => {
      if (caller.credential.kind === 'session' && !(await lockOpenSession(c.tx, caller.credential.id)))
        throw problem('unauthenticated');
      const row: CredentialRecord = {
        id: newId(input.kind === 'pat' ? 'tok' : 'key'),
        kind: input.kind,
        user_id: caller.userId,
        account_id: accountId,
        name: input.name,
        secret_hash: secret.hash,
        prefix: secret.prefix,
        scopes: JSON.stringify([...new Set(input.scopes)]),
        resource: formatReach(reach),
        rate_limit_per_minute: rate,
        created_at: c.at,
        created_by: caller.credential.id,
        expires_at: boundedExpiry(c.at, input.expiresInDays, input.defaultDays, bounds),
        revoked_at: null,
        last_used_at: null,
      };
      await insertCredential(c.tx, row);
      await c.audit({
        chain: accountId,
        action: `${input.kind === 'pat' ? 'token' : 'key'}.created`,
        target: row.id,
        detail: { scopes: input.scopes, resource: row.resource },
      });
      return { row, plaintext: secret.plaintext };
    },
    commit,
  );
}

export async function insertCredential(tx: Tx, row: CredentialRecord): Promise<void> {
  await tx.insertInto('credentials').values(row).execute();
}

/** Credentials outlive the session that minted them, so a session sets no bounds. */
function boundsOf({ credential }: Caller): IssuerBounds {
  if (credential.kind === 'session') return { rateLimitPerMinute: null, expiresAt: null };
  return { rateLimitPerMinute: credential.rateLimitPerMinute, expiresAt: credential.expiresAt };
}

/** The owner's session may grant any scope; a token or key only its own. */
function checkScopes(caller: Caller, wanted: readonly Scope[]): void {
  const missing = wanted.find((scope) => !grants(caller.credential.scopes, scope));
  if (missing) {
    throw problem('insufficient-scope', say('scope-not-held', { scope: missing }), {
      members: { missing_scope: missing },
    });
  }
}
