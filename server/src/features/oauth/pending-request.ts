import { say } from '@workbook-data-service/contract/messages';
import type { Db } from '../../catalog/db.js';
import { findOAuthRecord } from '../../catalog/oauth-records.js';
import type { OAuthRecordKind } from '../../catalog/schema.js';
import type { OAuthClient } from '../../core/oauth-client.js';
import { problem } from '../../core/problems.js';
import { type Scope, scopes } from '../../core/scopes.js';

/** An app asks to act for a user, who has not decided yet. */
export interface PendingRequest {
  kind: Extract<OAuthRecordKind, 'Interaction' | 'DeviceCode'>;
  /** How its record is found: by the id in the address of the page, or by the code that a device shows. */
  by: { id: string } | { userCode: string };
  client: OAuthClient;
  /** What the app asks for; the user may allow less. */
  scopes: Scope[];
  /** The resources that its tokens will be for. */
  audiences: string[];
  expiresAt: string;
}

/** As the server stored it; the adapter has added how the app is shown. */
interface StoredRequest {
  shown: OAuthClient;
  params: { scope?: string; resource?: string | string[] };
  result?: object;
}

const userCode = /^[a-z]{4}[ -]?[a-z]{4}$/i;

/** Requests are known to whoever has their id or code, and to nobody else. */
export async function findPendingRequest(db: Db, requestId: string): Promise<PendingRequest> {
  const isCode = userCode.test(requestId);
  const kind = isCode ? 'DeviceCode' : 'Interaction';
  const by = isCode ? { userCode: normalUserCode(requestId) } : { id: requestId };
  const found = await findOAuthRecord(db, kind, by);
  const stored = found?.payload as StoredRequest | undefined;
  if (!found || !stored?.shown || stored.result || found.expiresAt <= new Date().toISOString())
    throw problem('not-found', say(isCode ? 'app-code-unknown' : 'app-request-unknown'), {
      fix: say('fix-app-request'),
    });
  const { shown: client, params } = stored;
  return {
    kind,
    by,
    client,
    scopes: knownScopes(params.scope),
    audiences: [params.resource ?? []].flat(),
    expiresAt: found.expiresAt,
  };
}

function normalUserCode(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z]/g, '');
}

/** What is not known here is not asked for. */
function knownScopes(text = ''): Scope[] {
  const asked = text.split(' ');
  return scopes.filter((scope) => asked.includes(scope));
}
