import { say } from '@workbook-data-service/contract/messages';
import { type LinkGrant, linkGrantText } from '../core/link-grant.js';
import { problem } from '../core/problems.js';
import { grants } from '../core/scopes.js';
import { requireWorkbook } from '../features/access/require-workbook.js';
import { AccessTrace } from '../features/audit/access-trace.js';
import type { Caller, Credential } from '../features/caller.js';
import {
  type NamedInPath,
  type Resolved,
  resolveCredential,
  resolveCredentialById,
} from '../features/identity/resolve-credential.js';
import type { Service } from '../features/service.js';
import { type Access, scopesOf } from './access.js';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** The WWW-Authenticate header of a 401, if it says more than `Bearer`. */
    challenge?: (request: FastifyRequest) => string;
  }
}

const bearer = /^Bearer +(\S+)$/i;

export function bearerSecret(header: string | undefined): string | undefined {
  return header ? bearer.exec(header)?.[1] : undefined;
}

/** The only place that turns a request's credential into a caller. */
export async function authenticate(
  service: Service,
  secret: string | undefined,
  requestId: string,
  named: NamedInPath,
): Promise<Caller> {
  if (!secret) throw problem('unauthenticated', say('token-absent'));
  const found = await resolveCredential(service, secret, named);
  if (!found) throw problem('unauthenticated', say('token-invalid'));
  return callerOf(found, requestId);
}

/** Whoever opens a signed link acts as the credential that had it signed, and no longer than that may. */
export async function authenticateLink(
  service: Service,
  { operation, path, query }: LinkGrant,
  requestId: string,
  named: NamedInPath,
): Promise<Caller> {
  const { sig, ...granted } = query as { sig: unknown; by?: unknown; expires?: unknown };
  const grant = linkGrantText({ operation, path, query: granted });
  if (!service.linkSignatures.verify(grant, String(sig)))
    throw problem('wrong-signature', undefined, { fix: say('fix-signed-link') });
  if (Number(granted.expires) * 1000 <= Date.now()) throw linkEnded();
  const found = await resolveCredentialById(service, String(granted.by), named);
  if (!found) throw linkEnded();
  return { ...callerOf(found, requestId), actor: 'signed link' };
}

function linkEnded() {
  return problem('expired', say('signed-link-ended'), { fix: say('fix-signed-link') });
}

function callerOf({ userId, credential, place, prefetched, app }: Resolved, requestId: string): Caller {
  return {
    userId,
    actor: app?.name,
    credential,
    place,
    prefetched,
    credentialId: credential.id,
    requestId,
    trace: new AccessTrace(),
  };
}

/** The only place that checks plane and scope. */
export function authorize(caller: Caller, access: Access): void {
  checkPlane(access, caller.credential);
  for (const scope of scopesOf(access)) {
    if (grants(caller.credential.scopes, scope)) continue;
    throw problem('insufficient-scope', say('scope-missing', { scope }), {
      members: { missing_scope: scope },
    });
  }
}

/**
 * Checks reach, scope and role for every path with a workbook id. Objects with ids of their own (upload
 * slots, jobs, results) are checked by the same function once their workbook is known.
 */
export async function requireReach(
  service: Service,
  caller: Caller,
  params: unknown,
  access: Access,
): Promise<void> {
  const { workbook_id: workbookId } = params as { workbook_id?: string };
  if (workbookId === undefined) return;
  const [first = 'workbooks:read', ...others] = scopesOf(access);
  try {
    await requireWorkbook(service, caller, workbookId, first);
    for (const scope of others) await requireWorkbook(service, caller, workbookId, scope);
  } catch (error) {
    if (caller.trace) caller.trace.refused = true;
    throw error;
  }
}

function checkPlane(access: Access, credential: Credential): void {
  if (access.to === 'session' && credential.kind !== 'session') throw problem('owner-session-required');
  if (access.to === 'control-plane' && isOfDataPlane(credential)) {
    throw problem('forbidden', say('token-data-plane'), {
      fix: say('fix-token-data-plane'),
    });
  }
}

/** Tokens, and apps that users let in. */
function isOfDataPlane({ kind }: Credential): boolean {
  return kind === 'pat' || kind === 'grant';
}
