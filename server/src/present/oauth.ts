import type { OAuthClient } from '../core/oauth-client.js';
import type { Scope } from '../core/scopes.js';
import type { OAuthGrant } from '../features/oauth/grants.js';
import type { PendingRequest } from '../features/oauth/pending-request.js';

function appBody({ id, name, publishedAt, returnsTo }: OAuthClient) {
  return { id, name, published_at: publishedAt, returns_to: returnsTo };
}

export function appRequestBody({ client, scopes, expiresAt }: PendingRequest) {
  return { app: appBody(client), scopes, expires_at: expiresAt };
}

export function grantBody({ row, client, endedBy }: OAuthGrant) {
  return {
    id: row.id,
    app: appBody(client),
    account_id: row.account_id,
    scopes: JSON.parse(row.scopes) as Scope[],
    resource: row.resource,
    rate_limit_per_minute: row.rate_limit_per_minute,
    created_at: row.created_at,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
    ended_by: endedBy,
    last_used_at: row.last_used_at,
  };
}
