import { randomBytes } from 'node:crypto';
import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { beginFlow } from '../../catalog/authorization-flows.js';
import { findGrant } from '../../catalog/drive-grants.js';
import { type Problem, problem } from '../../core/problems.js';
import { type DriveProvider, driveNames } from '../../core/provenance.js';
import type { ConnectedDrive } from '../../gateways/drives/drive.js';
import { rightsTo } from '../access/require-workbook.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/** A drive of the caller, and where users reach the service; work in the background has nobody to send there. */
export interface DriveRequest {
  provider: DriveProvider;
  origin: string | undefined;
}

type DriveOfPerson = DriveRequest & { origin: string };

/** What the callback needs to know of an authorization that was begun. */
export interface AuthorizationSecrets {
  verifier: string;
  redirectUri: string;
}

export interface Authorization {
  provider: DriveProvider;
  authorized: boolean;
  /** Null if the service may already read the drive. */
  authorizeUrl: string | null;
  /** The owner of the drive, if the provider said who it is. */
  account: string | null;
}

/** Whether the service may read the caller's drive, and if not, the page on which the caller can allow it. */
export async function describeAuthorization(
  service: Service,
  caller: Caller,
  { workbookId, ...request }: DriveOfPerson & { workbookId: string | undefined },
): Promise<Authorization> {
  const { provider } = request;
  requireDrive(service, provider);
  if (workbookId !== undefined && !(await rightsTo(service, caller, workbookId)))
    throw problem('not-found', say('workbook-unreached', { workbook: workbookId }));
  const grant = await findGrant(service.catalog, { userId: caller.userId, provider });
  if (grant) return { provider, authorized: true, authorizeUrl: null, account: grant.account };
  return {
    provider,
    authorized: false,
    authorizeUrl: await beginAuthorization(service, caller, request),
    account: null,
  };
}

/** The refusal of a request that needs a drive which the service may not, or no longer, read. */
export async function authorizationNeeded(
  service: Service,
  caller: { userId: string },
  request: DriveRequest,
  detail: Message,
): Promise<Problem> {
  const { provider, origin } = request;
  return problem('drive-authorization-needed', detail, {
    members: {
      provider,
      ...(origin !== undefined && {
        authorize_url: await beginAuthorization(service, caller, { provider, origin }),
      }),
    },
  });
}

/** The address of the provider's page, with the state of a flow that is the caller's. */
async function beginAuthorization(
  service: Service,
  { userId }: { userId: string },
  { provider, origin }: DriveOfPerson,
): Promise<string> {
  const { authorization } = requireDrive(service, provider);
  const secrets: AuthorizationSecrets = {
    verifier: randomBytes(32).toString('base64url'),
    redirectUri: `${origin}/api/auth/drives/${provider}/callback`,
  };
  const state = await beginFlow(service.catalog, { provider, userId, secrets });
  return await authorization.authorizeUrl({ state, ...secrets });
}

const settings: Record<DriveProvider, string> = {
  google_drive: 'SVC_GOOGLE_CLIENT_ID and SVC_GOOGLE_CLIENT_SECRET',
  microsoft: 'SVC_MICROSOFT_CLIENT_ID and SVC_MICROSOFT_CLIENT_SECRET',
};

export function requireDrive({ drives }: Service, provider: DriveProvider): ConnectedDrive {
  const connected = drives[provider];
  if (connected) return connected;
  throw problem(
    'not-configured',
    say('drive-unset', { drive: driveNames[provider], settings: settings[provider] }),
    {
      fix: say('fix-set-settings', { settings: settings[provider] }),
    },
  );
}
