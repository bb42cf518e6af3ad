import { say } from '@workbook-data-service/contract/messages';
import { findInvitation, type InvitationRecord, takeInvitation } from '../../catalog/invitations.js';
import { violatedKey } from '../../catalog/unique-keys.js';
import { confirmPasswordHash, setPasswordHash } from '../../catalog/user-records.js';
import { newId } from '../../core/ids.js';
import { problem } from '../../core/problems.js';
import { hashSecret } from '../../core/secrets.js';
import { insertUser } from '../identity/create-user.js';
import { hashPassword, passwordMatches } from '../identity/passwords.js';
import { proveAddress } from '../identity/prove-address.js';
import { provePassword } from '../identity/prove-password.js';
import {
  type CalledFrom,
  type SessionStart,
  type SignedIn,
  type SignedInUser,
  startSession,
} from '../identity/start-session.js';
import { refuseWeakPassword } from '../identity/weak-passwords.js';
import { joinByInvitation } from '../members/join-workspace.js';
import type { Service } from '../service.js';

interface Acceptance {
  token: string;
  name: string | null;
  /** The password to set, or the existing one of an existing user. */
  password: string;
  from: CalledFrom;
  requestId: string;
}

/** Makes the invited person a user, with the address that was invited, and a member; starts their session. */
export async function acceptInvitation(service: Service, input: Acceptance): Promise<SignedIn> {
  try {
    return await accept(service, input);
  } catch (error) {
    // Somebody registered the address meanwhile.
    if (violatedKey(error) === 'users_email_key') return await accept(service, input);
    throw error;
  }
}

async function accept(service: Service, input: Acceptance): Promise<SignedIn> {
  const invitation = await requireInvitation(service, input.token);
  const known = await findUser(service, invitation.email);
  const { user, before, ...proof } = known
    ? await knownUser(service, known, invitation, input)
    : await newUser(invitation, input);
  return await startSession(service, user, {
    requestId: input.requestId,
    from: input.from,
    ...proof,
    before: async (c) => {
      const taken = await takeInvitation(c.tx, hashSecret(input.token), c.at);
      if (!taken) throw notWaiting();
      await before(c);
      await joinByInvitation(c, taken, user);
    },
  });
}

/** An invitation that can be accepted. */
export async function requireInvitation(service: Service, token: string): Promise<InvitationRecord> {
  const invitation = await findInvitation(service.catalog.db, hashSecret(token));
  if (!invitation) throw notWaiting();
  if (invitation.expires_at > new Date().toISOString()) return invitation;
  throw problem('expired', say('invitation-expired'), { fix: say('fix-ask-again') });
}

function notWaiting() {
  return problem('not-found', say('invitation-unknown'), {
    fix: say('fix-invitation-unknown'),
  });
}

interface KnownUser extends SignedInUser {
  password_hash: string | null;
  proven_at: string | null;
}

async function findUser({ catalog }: Service, email: string): Promise<KnownUser | undefined> {
  return await catalog.db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'password_hash', 'proven_at'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Whether it takes the password of a user to accept: the mailbox alone stands for an address that nobody has proven. */
export async function needsPasswordOfUser(service: Service, invitation: InvitationRecord): Promise<boolean> {
  const user = await findUser(service, invitation.email);
  return user !== undefined && !isProof(invitation, user);
}

function isProof({ mailed_only }: InvitationRecord, { proven_at }: KnownUser): boolean {
  return mailed_only === 1 && proven_at === null;
}

/** Who accepts, and what has to be written before they join. */
interface Invitee extends Pick<SessionStart, 'before' | 'onStart' | 'passwordHash'> {
  user: SignedInUser;
}

async function knownUser(
  service: Service,
  known: KnownUser,
  invitation: InvitationRecord,
  input: Acceptance,
): Promise<Invitee> {
  if (isProof(invitation, known)) return await ownerOfMailbox(known, input);
  const { email } = known;
  const { password, from, requestId } = input;
  const proof = await provePassword(service, { email, password, address: from.address, requestId });
  if (!proof)
    throw problem('wrong-credentials', say('invited-user-exists', { email }), {
      fix: say('fix-invited-user-exists'),
    });
  return {
    user: proof.user,
    before: proof.confirm,
    passwordHash: proof.hash,
    onStart: proof.forgetFailures,
  };
}

/**
 * The mailbox proves the address of a user that nobody has proven so far. Whoever also knows the password goes on as that
 * user. Anybody else takes the user over with a new password, and whatever the holder had ends.
 */
async function ownerOfMailbox(known: KnownUser, { name, password }: Acceptance): Promise<Invitee> {
  const { id, email, password_hash: read } = known;
  const user = { id, email, name: known.name ?? name };
  if (read !== null && (await passwordMatches(read, password)))
    return {
      user,
      passwordHash: read,
      before: async (c) => {
        if (!(await confirmPasswordHash(c.tx, id, { read, next: read }))) throw problem('wrong-credentials');
        await proveAddress(c, id, { by: 'mail', isHolder: true });
      },
    };
  await refuseWeakPassword(email, password, '/password');
  const passwordHash = await hashPassword(password);
  return {
    user,
    before: async (c) => {
      await proveAddress(c, id, { by: 'mail', isHolder: false });
      await setPasswordHash(c.tx, id, passwordHash);
    },
  };
}

async function newUser(
  { email, mailed_only }: InvitationRecord,
  { name, password }: Acceptance,
): Promise<Invitee> {
  await refuseWeakPassword(email, password, '/password');
  const user = { id: newId('usr'), email, name };
  const passwordHash = await hashPassword(password);
  const provenBy = mailed_only === 1 ? 'mail' : null;
  return { user, before: (c) => insertUser(c, user, { passwordHash, provenBy }) };
}
