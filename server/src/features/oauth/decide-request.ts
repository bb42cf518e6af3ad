import { randomBytes } from 'node:crypto';
import { say } from '@workbook-data-service/contract/messages';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { noteOAuthClientUse } from '../../catalog/oauth-clients.js';
import { insertOAuthGrant } from '../../catalog/oauth-grants.js';
import { decideOAuthRecord } from '../../catalog/oauth-records.js';
import { lockOpenSession } from '../../catalog/session-records.js';
import { newId } from '../../core/ids.js';
import { fieldError, problem } from '../../core/problems.js';
import { formatReach } from '../../core/reach.js';
import type { Scope } from '../../core/scopes.js';
import { hashSecret } from '../../core/secrets.js';
import type { Caller } from '../caller.js';
import { type CredentialRecord, insertCredential } from '../identity/mint-credential.js';
import { requestedReach } from '../identity/requested-reach.js';
import type { Service } from '../service.js';
import { findPendingRequest, type PendingRequest } from './pending-request.js';

/** As of a token. */
const GRANT_RATE = 600;
/** How long an app may take to fetch its first tokens; then the grant lives as long as they do. */
const UNFETCHED_MS = 15 * 60_000;

interface Decision {
  /** The request that the user's browser goes on with; null where a device asks by itself. */
  resumes: string | null;
}

/** Lets an app act for the caller: what it may do is some of what it asked for, within the reach that the user chose. */
export async function approveRequest(
  service: Service,
  caller: Caller,
  requestId: string,
  chosen: { scopes: readonly Scope[]; resource: string; accountId: string | null },
  commit: CommitOptions,
): Promise<Decision> {
  const request = await findPendingRequest(service.catalog.db, requestId);
  const { client } = request;
  const granted = request.scopes.filter((scope) => chosen.scopes.includes(scope));
  if (granted.length === 0 || chosen.scopes.some((scope) => !granted.includes(scope)))
    throw problem('invalid-request', say('app-scopes'), {
      members: { errors: [fieldError('/scopes', say('app-scopes'))] },
    });
  const { reach, accountId } = await requestedReach(service, caller, { kind: 'pat', ...chosen });
  return await change(
    service.catalog,
    { ...caller, actor: client.name },
    async (c) => {
      if (!(await lockOpenSession(c.tx, caller.credential.id))) throw problem('unauthenticated');
      const row: CredentialRecord = {
        id: newId('grt'),
        kind: 'grant',
        user_id: caller.userId,
        account_id: accountId,
        name: client.name,
        // Nothing opens it: the secrets of a grant are its tokens.
        secret_hash: hashSecret(randomBytes(32).toString('hex')),
        prefix: '',
        scopes: JSON.stringify(granted),
        resource: formatReach(reach),
        rate_limit_per_minute: GRANT_RATE,
        created_at: c.at,
        created_by: caller.credential.id,
        expires_at: new Date(Date.parse(c.at) + UNFETCHED_MS).toISOString(),
        revoked_at: null,
        last_used_at: null,
      };
      await insertCredential(c.tx, row);
      await insertOAuthGrant(c.tx, { id: row.id, client, audiences: request.audiences });
      await noteOAuthClientUse(c.tx, client.id, c.at);
      await decide(c, request, row.id, approval(request, row));
      await c.audit({
        chain: accountId,
        action: 'grant.created',
        target: row.id,
        detail: { app: client.name, client_id: client.id, scopes: granted, resource: row.resource },
      });
      return { resumes: 'id' in request.by ? request.by.id : null };
    },
    commit,
  );
}

export async function denyRequest(
  service: Service,
  caller: Caller,
  requestId: string,
  commit: CommitOptions,
): Promise<Decision> {
  const request = await findPendingRequest(service.catalog.db, requestId);
  return await change(
    service.catalog,
    caller,
    async (c) => {
      await decide(c, request, null, refusal(request));
      const { name, id } = request.client;
      await c.audit({
        chain: caller.userId,
        action: 'grant.refused',
        target: caller.userId,
        detail: { app: name, client_id: id },
      });
      return { resumes: 'id' in request.by ? request.by.id : null };
    },
    commit,
  );
}

/** What the server reads when the browser comes back, or the device asks again. */
function approval({ kind, audiences }: PendingRequest, { id, user_id, scopes }: CredentialRecord) {
  if (kind === 'Interaction')
    return { result: { login: { accountId: user_id, remember: false }, consent: { grantId: id } } };
  const scope = (JSON.parse(scopes) as Scope[]).join(' ');
  return {
    accountId: user_id,
    grantId: id,
    scope,
    resource: audiences.length > 1 ? audiences : audiences[0],
  };
}

function refusal({ kind }: PendingRequest) {
  const [error, description] = ['access_denied', 'The user does not let the app in.'];
  return kind === 'Interaction'
    ? { result: { error, error_description: description } }
    : { error, errorDescription: description };
}

async function decide(c: Change, { kind, by }: PendingRequest, grantId: string | null, decision: object) {
  if (!(await decideOAuthRecord(c.tx, kind, by, { decision: { ...decision }, grantId })))
    throw problem('not-found', say('app-request-unknown'), { fix: say('fix-app-request') });
}
