import { findInvitation, type InvitationRecord, takeInvitation } from '../../catalog/invitations.js';
import { violatedKey } from '../../catalog/unique-keys.js';
import { newId } from '../../core/ids.js';
import { problem } from '../../core/problems.js';
import { hashSecret } from '../../core/secrets.js';
import { insertUser } from '../identity/create-user.js';
import { hashPassword } from '../identity/passwords.js';
import { provePassword } from '../identity/prove-password.js';
import {
  type CalledFrom,
  type SessionStart,
  type SignedIn,
  type SignedInUser,
  startSession,
} from '../identity/start-session.js';
import { refuseWeakPassword } from '../identity/weak-passwords.js';
import type { Service } from '../service.js';
import { joinByInvitation } from './join-workspace.js';

export interface Acceptance {
  token: string;
  name: string | null;
  /** The password to set; of somebody who is a user by now, the one that they have. */
  password: string;
  from: CalledFrom;
  requestId: string;
}

/** Makes the invited person a user, with the address that was invited, and a member; starts their session. */
export async function acceptInvitation(service: Service, input: Acceptance): Promise<SignedIn> {
  try {
    return await accept(service, input);
  } catch (error) {
    // Somebody registered the address meanwhile; now the password has to be theirs.
    if (violatedKey(error) === 'users_email_key') return await accept(service, input);
    throw error;
  }
}

async function accept(service: Service, input: Acceptance): Promise<SignedIn> {
  const { email } = await requireInvitation(service, input.token);
  const { user, before, ...proof } = (await isUser(service, email))
    ? await knownUser(service, email, input)
    : await newUser(email, input);
  return await startSession(service, user, {
    requestId: input.requestId,
    from: input.from,
    ...proof,
    before: async (c) => {
      const invitation = await takeInvitation(c.tx, hashSecret(input.token), c.at);
      if (!invitation) throw notWaiting();
      await before(c);
      await joinByInvitation(c, invitation, user);
    },
  });
}

/** An invitation that can be accepted. */
export async function requireInvitation(service: Service, token: string): Promise<InvitationRecord> {
  const invitation = await findInvitation(service.catalog.db, hashSecret(token));
  if (!invitation) throw notWaiting();
  if (invitation.expires_at > new Date().toISOString()) return invitation;
  throw problem('expired', 'The invitation has expired.', { fix: ASK_AGAIN });
}

const ASK_AGAIN = 'Ask whoever invited you for a new invitation.';

function notWaiting() {
  return problem('not-found', 'This invitation does not exist, was withdrawn, or has been accepted.', {
    fix: 'If you have accepted it, sign in. Otherwise ask whoever invited you for a new invitation.',
  });
}

export async function isUser({ catalog }: Service, email: string): Promise<boolean> {
  const user = await catalog.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  return user !== undefined;
}

/** Who accepts, and what has to be written before they join. */
interface Invitee extends Pick<SessionStart, 'before' | 'onStart' | 'passwordHash'> {
  user: SignedInUser;
}

async function knownUser(service: Service, email: string, input: Acceptance): Promise<Invitee> {
  const { password, from, requestId } = input;
  const proof = await provePassword(service, { email, password, address: from.address, requestId });
  if (!proof)
    throw problem('wrong-credentials', `There is a user ${email} already, with another password.`, {
      fix: 'Accept the invitation with the password of that user.',
    });
  return {
    user: proof.user,
    before: proof.confirm,
    passwordHash: proof.hash,
    onStart: proof.forgetFailures,
  };
}

async function newUser(email: string, { name, password }: Acceptance): Promise<Invitee> {
  await refuseWeakPassword(email, password, '/password');
  const user = { id: newId('usr'), email, name };
  const passwordHash = await hashPassword(password);
  return { user, before: (c) => insertUser(c, user, { passwordHash, provenBy: null }) };
}
