import { randomBytes } from 'node:crypto';
import { say } from '@workbook-data-service/contract/messages';
import { beginFlow, takeFlow } from '../../catalog/authorization-flows.js';
import { type Change, change } from '../../catalog/change.js';
import type { Tx } from '../../catalog/db.js';
import { isInvited, takeInvitationsOf } from '../../catalog/invitations.js';
import { violatedKey } from '../../catalog/unique-keys.js';
import { newId } from '../../core/ids.js';
import { Problem, problem } from '../../core/problems.js';
import { hashSecret } from '../../core/secrets.js';
import type { OidcIdentity, OidcProvider, OidcRequest } from '../../gateways/oidc.js';
import { joinByInvitation } from '../members/join-workspace.js';
import type { Service } from '../service.js';
import { insertUser } from './create-user.js';
import { normalizeEmail } from './normalize-email.js';
import { proveAddress } from './prove-address.js';
import { UNKNOWN_USERS_CHAIN } from './prove-password.js';
import { type CalledFrom, type SignedIn, type SignedInUser, startSession } from './start-session.js';

interface FlowSecrets extends OidcRequest {
  /** The hash of the secret in the browser that began. */
  browserHash: string;
  /** The page of the service that the user came from; absent for programs. */
  returnTo?: string | undefined;
}

/** Where to redirect users whose original page is no longer known. */
const HOME = '/workbooks';

/** Begins a sign-in. The browser brings its secret back, so that nobody can be signed in as somebody else by a link. */
export async function beginOidcSignIn(
  service: Service,
  { redirectUri, returnTo }: { redirectUri: string; returnTo: string | undefined },
): Promise<{ location: string; browserSecret: string }> {
  const provider = requireProvider(service);
  const request = await provider.newRequest(redirectUri);
  const browserSecret = randomBytes(32).toString('base64url');
  const secrets: FlowSecrets = { ...request, browserHash: hashSecret(browserSecret), returnTo };
  const state = await beginFlow(service.catalog, { provider: 'oidc', userId: null, secrets });
  return { location: await provider.signInUrl(request, state), browserSecret };
}

/**
 * `refused` and `secondFactor` only where there is a page to go back to: `denied` if the person may not come in, `ended` if
 * the sign-in was not under way any more; a second factor is asked for on the page.
 */
type OidcOutcome =
  | { signedIn: SignedIn; returnTo: string | undefined }
  | { refused: 'denied' | 'ended'; returnTo: string }
  | { secondFactor: Problem; returnTo: string };

export async function finishOidcSignIn(
  service: Service,
  input: {
    state: string | undefined;
    callback: URLSearchParams;
    browserSecret: string | undefined;
    /** Whether a person waits for a page, rather than a program for an answer. */
    wantsPage: boolean;
    requestId: string;
    from: CalledFrom;
  },
): Promise<OidcOutcome> {
  const provider = requireProvider(service);
  const { state = '', callback, browserSecret = '', wantsPage, requestId, from } = input;
  const flow = await takeFlow<FlowSecrets>(service.catalog, 'oidc', state);
  if (!flow) {
    if (wantsPage) return { refused: 'ended', returnTo: HOME };
    throw problem('sign-in-refused', say('sign-in-not-begun'));
  }
  const { browserHash, returnTo, ...request } = flow.secrets;
  if (hashSecret(browserSecret) !== browserHash) {
    if (wantsPage) return { refused: 'ended', returnTo: returnTo ?? HOME };
    throw problem('sign-in-refused', say('sign-in-other-browser'));
  }
  try {
    const identity = await provider.identify(request, state, callback);
    return { signedIn: await signInOnce(service, identity, { requestId, from }), returnTo };
  } catch (error) {
    // Programs are told why; a person is led back to the page where they began.
    if (returnTo === undefined || !(error instanceof Problem)) throw error;
    if (error.slug === 'second-factor-required') return { secondFactor: error, returnTo };
    if (error.slug !== 'sign-in-refused') throw error;
    return { refused: 'denied', returnTo };
  }
}

/** The request that brings the provider's answer. */
interface Callback {
  requestId: string;
  from: CalledFrom;
}

async function signInOnce(service: Service, identity: OidcIdentity, request: Callback): Promise<SignedIn> {
  try {
    return await signInAs(service, identity, request);
  } catch (error) {
    const key = violatedKey(error);
    if (key !== 'users_email_key' && key !== 'user_identities_pk') throw error;
    // Another first sign-in of the same person was faster; now the person is known.
    return await signInAs(service, identity, request);
  }
}

function requireProvider({ oidc }: Service): OidcProvider {
  if (oidc) return oidc;
  throw problem('not-configured', say('oidc-unset'));
}

async function signInAs(service: Service, identity: OidcIdentity, request: Callback): Promise<SignedIn> {
  const match =
    (await knownUser(service, identity)) ??
    (await userToLink(service, identity)) ??
    (await newUser(service, identity)) ??
    (await refuse(service, identity, request.requestId));
  const { user } = match;
  return await startSession(service, user, {
    ...request,
    detail: { issuer: identity.issuer },
    before: async (c) => {
      const { isNew, isNewlyProven } = await match.before(c);
      const joined = isNewlyProven ? await joinWhereInvited(c, user) : 0;
      // The invitation that would have let them in was withdrawn meanwhile.
      if (isNew && joined === 0 && !service.config.oidcAutoRegister) throw problem('sign-in-refused');
    },
  });
}

/** The proof of an address accepts every invitation of it; those that come later wait to be accepted. */
async function joinWhereInvited(c: Change, user: SignedInUser): Promise<number> {
  const invitations = await takeInvitationsOf(c.tx, user.email, c.at);
  for (const invitation of invitations) await joinByInvitation(c, invitation, user);
  return invitations.length;
}

/** Who signs in, and what has to be written first. */
interface Match {
  user: SignedInUser;
  before(c: Change): Promise<{ isNew: boolean; isNewlyProven: boolean }>;
}

async function knownUser({ catalog }: Service, identity: OidcIdentity): Promise<Match | undefined> {
  const user = await catalog.db
    .selectFrom('user_identities')
    .innerJoin('users', 'users.id', 'user_identities.user_id')
    .select(['users.id', 'users.email', 'users.name'])
    .where('user_identities.issuer', '=', identity.issuer)
    .where('user_identities.subject', '=', identity.subject)
    .executeTakeFirst();
  return (
    user && {
      user,
      before: async (c) => ({ isNew: false, isNewlyProven: await proveByProvider(c, identity, user) }),
    }
  );
}

async function userToLink({ catalog }: Service, identity: OidcIdentity): Promise<Match | undefined> {
  if (identity.verifiedEmail === null) return undefined;
  const user = await catalog.db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('email', '=', normalizeEmail(identity.verifiedEmail))
    .executeTakeFirst();
  return (
    user && {
      user,
      before: async (c) => {
        const isNewlyProven = await proveByProvider(c, identity, user);
        await link(c, identity, user.id);
        return { isNew: false, isNewlyProven };
      },
    }
  );
}

/** The provider vouches for the address, but not for an unproven previous holder, who loses everything they had. */
async function proveByProvider(
  c: Change,
  { verifiedEmail }: OidcIdentity,
  user: SignedInUser,
): Promise<boolean> {
  if (verifiedEmail === null || normalizeEmail(verifiedEmail) !== user.email) return false;
  return await proveAddress(c, user.id, { by: 'oidc', isHolder: false });
}

async function newUser({ config, catalog }: Service, identity: OidcIdentity): Promise<Match | undefined> {
  if (identity.verifiedEmail === null) return undefined;
  const email = normalizeEmail(identity.verifiedEmail);
  const isWanted = config.oidcAutoRegister || (await isInvited(catalog.db, email, new Date().toISOString()));
  if (!isWanted) return undefined;
  const user = { id: newId('usr'), email, name: identity.name };
  return {
    user,
    before: async (c) => {
      await insertUser(c, user, { passwordHash: null, provenBy: 'oidc' });
      await link(c, identity, user.id);
      return { isNew: true, isNewlyProven: true };
    },
  };
}

async function link(c: Change, { issuer, subject }: OidcIdentity, userId: string): Promise<void> {
  await c.tx
    .insertInto('user_identities')
    .values({ issuer, subject, user_id: userId, created_at: c.at })
    .execute();
  await c.audit({ chain: userId, action: 'identity.linked', target: userId, detail: { issuer, subject } });
}

/** A later sign-in with one of these identities creates a new user. */
export async function unlinkIdentities(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('user_identities').where('user_id', '=', userId).execute();
}

async function refuse(
  { catalog }: Service,
  { issuer, subject, verifiedEmail }: OidcIdentity,
  requestId: string,
): Promise<never> {
  await change(catalog, { userId: null, credentialId: null, requestId }, (c) =>
    c.audit({
      chain: UNKNOWN_USERS_CHAIN,
      action: 'session.refused',
      target: UNKNOWN_USERS_CHAIN,
      detail: { issuer, subject },
    }),
  );
  throw verifiedEmail === null
    ? problem('sign-in-refused', say('oidc-unconfirmed'), {
        fix: say('fix-oidc-unconfirmed'),
      })
    : problem('sign-in-refused', say('oidc-no-user', { email: verifiedEmail }), {
        fix: say('fix-oidc-no-user'),
      });
}
