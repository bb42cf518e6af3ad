import { say } from '@workbook-data-service/contract/messages';
import { type Adapter, type Context, errors, Provider } from 'oidc-provider';
import { findOAuthClient, registerOAuthClient } from '../../catalog/oauth-clients.js';
import {
  consumeOAuthRecord,
  deleteOAuthRecord,
  findOAuthRecord,
  putOAuthRecord,
} from '../../catalog/oauth-records.js';
import type { OAuthRecordKind } from '../../catalog/schema.js';
import { type OAuthClient, returnOf } from '../../core/oauth-client.js';
import { problem } from '../../core/problems.js';
import { hashSecret } from '../../core/secrets.js';
import { endGrantOfApp, findGrant } from '../../features/oauth/grants.js';
import type { Service } from '../../features/service.js';

type Payload = Record<string, unknown>;

/** Keeps what the authorization server knows in the catalog, so that every node knows it. */
export function adapterOf(service: Service): (kind: string) => Adapter {
  return (kind) => {
    if (kind === 'Client') return clients(service);
    if (kind === 'Grant') return grants(service);
    // Who is signed in is known to the console alone, and asked again for every request of an app.
    return kind === 'Session' ? nothing : records(service, kind as OAuthRecordKind);
  };
}

const nothing: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

function clients({ catalog }: Service): Adapter {
  return {
    ...nothing,
    upsert: async (id, { client_secret: secret, ...metadata }) => {
      const secretHash = typeof secret === 'string' ? hashSecret(secret) : null;
      if (!(await registerOAuthClient(catalog, id, { metadata, secretHash })))
        throw problem('unavailable', say('apps-full'), { members: { retry_after: 3600 } });
    },
    find: async (id) => {
      const found = await findOAuthClient(catalog.db, id);
      return found && { ...found.metadata, ...(found.secretHash && { client_secret: found.secretHash }) };
    },
  };
}

/** A grant is made where the user agrees, in `features/oauth`; the server reads it, and ends it. */
function grants(service: Service): Adapter {
  return {
    ...nothing,
    find: async (id) => {
      const grant = await findGrant(service, id);
      if (!grant || grant.row.revoked_at !== null) return undefined;
      const { row, client, audiences } = grant;
      const scope = (JSON.parse(row.scopes) as string[]).join(' ');
      return {
        kind: 'Grant',
        jti: id,
        iat: seconds(row.created_at),
        exp: seconds(row.expires_at as string),
        accountId: row.user_id,
        clientId: client.id,
        resources: Object.fromEntries(audiences.map((audience) => [audience, scope])),
      };
    },
    destroy: async (id) => {
      const isAsked = Provider.ctx?.oidc.route === 'revocation';
      await endGrantOfApp(service, { id, endedBy: isAsked ? 'app' : 'reuse', requestId: requestId() });
    },
  };
}

function records(service: Service, kind: OAuthRecordKind): Adapter {
  const { catalog } = service;
  const find = async (by: { id: string } | { userCode: string }): Promise<Payload | undefined> => {
    const found = await findOAuthRecord(catalog.db, kind, by);
    if (!found) return undefined;
    return {
      ...found.payload,
      ...('id' in by && { jti: by.id }),
      ...(found.isConsumed && { consumed: true }),
    };
  };
  return {
    ...nothing,
    upsert: async (id, { jti: _, userCode, ...payload }, expiresIn = 0) => {
      await putOAuthRecord(catalog, {
        kind,
        id,
        grantId: typeof payload.grantId === 'string' ? payload.grantId : null,
        userCode: typeof userCode === 'string' ? userCode : null,
        payload: kind === 'Interaction' || kind === 'DeviceCode' ? withClient(payload) : payload,
        expiresAt: new Date(Date.now() + expiresIn * 1000).toISOString(),
      });
    },
    find: (id) => find({ id }),
    findByUserCode: (userCode) => find({ userCode }),
    consume: async (id) => {
      if (await consumeOAuthRecord(catalog, kind, id)) return;
      // It was used at the same moment, here or on another node.
      const found = await findOAuthRecord(catalog.db, kind, { id });
      if (found?.grantId)
        await endGrantOfApp(service, { id: found.grantId, endedBy: 'reuse', requestId: requestId() });
      throw new errors.InvalidGrant('already used');
    },
    destroy: (id) => deleteOAuthRecord(catalog, kind, id),
  };
}

/** What the user will be shown of the app stands in the request, since nothing else of an app may be stored. */
function withClient(payload: Payload): Payload {
  const client = Provider.ctx && clientOf(Provider.ctx);
  return client ? { ...payload, shown: client } : payload;
}

function clientOf({ oidc: { client, params } }: Context): OAuthClient | undefined {
  if (!client) return undefined;
  const { clientId: id, clientName } = client;
  const publishedAt = client.clientIdMetadataDocument ? new URL(id).host : null;
  const returnsTo = returnOf(params?.redirect_uri as string | undefined);
  return { id, name: clientName ?? publishedAt ?? returnsTo.name ?? id, publishedAt, returnsTo };
}

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000);

const requestId = (): string | null => Provider.ctx?.get('x-request-id') || null;
