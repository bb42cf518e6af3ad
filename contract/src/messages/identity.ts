import type { Edge } from './edge.js';
import type { Why } from './why.js';

/** About users, their credentials and members. */
export const identitySentences = {
  'password-current-wrong': () => 'The current password is wrong.',
  'fix-password-current': () =>
    'Send your present password. If you have none, because you sign in elsewhere, ask the operator for one.',
  'password-unchanged': () => 'The new password is the current one.',
  'fix-other-password': () => 'Choose another password.',
  'e-mail-taken': () => 'A user with this e-mail address already exists.',
  'fix-e-mail-taken': (_: undefined, { operation }: Edge) =>
    `Sign in with ${operation('login')}, or register another address.`,
  'confirm-e-mail': () => 'confirm does not equal your e-mail address.',
  'fix-confirm-e-mail': () => 'Send your e-mail address in confirm.',
  'own-account-changed': () => 'Something was created in your account while it was being deleted.',
  'reset-needs-mail': () => 'Passwords are reset by mail only where SVC_SMTP_URL is set.',
  'fix-reset-needs-mail': () =>
    'Ask the operator for a new password (npm run reset-password), or to set SVC_SMTP_URL.',
  'link-expired': () => 'The link has expired, was already used, or was replaced by a later one.',
  'fix-link-expired': (_: undefined, { operation }: Edge) =>
    `Ask for another with ${operation('forgotPassword')}.`,
  'signed-link-ended': () => 'The link has ended.',
  'fix-signed-link': () => 'Open it exactly as you got it, or ask whoever gave it to you for another.',
  'scope-not-held': ({ scope }: { scope: string }) =>
    `A credential cannot grant ${scope}, which it does not hold itself.`,
  'sign-in-not-begun': () =>
    'This sign-in is not under way: it was never begun, took too long, or was already finished.',
  'sign-in-other-browser': () => 'This sign-in was begun in another browser.',
  'oidc-unset': () =>
    'Sign-in with OpenID Connect needs SVC_OIDC_ISSUER, SVC_OIDC_CLIENT_ID and SVC_OIDC_CLIENT_SECRET to be set.',
  'oidc-unconfirmed': () => 'The provider does not confirm that an e-mail address is yours.',
  'fix-oidc-unconfirmed': (_: undefined, { operation }: Edge) =>
    `Have your address confirmed at the provider, and begin again with ${operation('beginOidcSignIn')}.`,
  'oidc-no-user': ({ email }: { email: string }) =>
    `No user of this service has the e-mail address ${email}.`,
  'fix-oidc-no-user': () => 'Ask an admin of a workspace to invite this address.',
  'session-unknown': ({ session }: { session: string }) => `You have no open session ${session}.`,
  'fix-sessions': (_: undefined, { operation }: Edge) =>
    `${operation('listSessions')} lists those that are open.`,
  'sign-ins-failed': () => 'Too many failed sign-ins with this e-mail address or from your address.',
  'password-wrong': () => 'The password is wrong.',
  'fix-password-wrong': () =>
    'Send your password. If you have none, because you sign in elsewhere, sign in again.',
  'reach-not-in-account': ({ reach }: { reach: string }) => `${reach} is not in the account.`,
  'reach-beyond-credential': ({ reach }: { reach: string }) =>
    `${reach} is outside the reach of the credential that mints.`,
  'reach-unknown': ({ reach }: { reach: string }) => `"${reach}" is not a reach.`,
  'fix-reach': () => 'Use account, workspace:<workspace_id> or workbook:<workbook_id>.',
  'proof-needs-mail': () => 'Addresses are proven by mail where SVC_SMTP_URL is set.',
  'fix-proof-needs-mail': () => 'Ask the operator to set it, or the owner of an account to confirm you.',
  'address-proven': () => 'Your address is already proven.',
  'fix-nothing-to-do': () => 'There is nothing left to do.',
  'mail-just-sent': () => 'A mail was sent to you a moment ago.',
  'mailed-link-unknown': () => 'The link does not exist, has expired, was used, or is not yours.',
  'fix-mailed-link': (_: undefined, { operation }: Edge) =>
    `Sign in as the user to whom it was mailed, or ask for another with ${operation('sendVerification')}.`,
  'fix-weak-password': () => 'Choose a longer password, such as several words that do not belong together.',
  'passkey-limit': ({ max }: { max: number }) => `You have ${max} passkeys.`,
  'fix-passkey-limit': () => 'Remove those that you no longer use.',
  'passkey-unanswered': () => 'The authenticator did not answer to this request for a passkey.',
  'fix-passkey-unanswered': (_: undefined, { operation }: Edge) =>
    `Begin again with ${operation('beginPasskey')}, and send what navigator.credentials.create() answers.`,
  'passkey-known': () => 'This passkey is already set up.',
  'passkey-unknown': () => 'The passkey is not known here, or did not verify who you are.',
  'fix-passkey-unknown': (_: undefined, { operation }: Edge) =>
    `Begin again with ${operation('askPasskey')}, or sign in with your password.`,
  'passkey-removed': () => 'The passkey was removed in the meantime.',
  'passkeys-unset': () => 'Passkeys need SVC_PUBLIC_URL to be set to an address with a host name.',
  'fix-passkeys-unset': () => 'Reach the service by a name; on the same machine, localhost will do.',
  'sign-in-too-slow': () => 'The sign-in took too long, or was already finished.',
  'fix-sign-in-too-slow': (_: undefined, { operation }: Edge) => `Begin again with ${operation('login')}.`,
  'totp-absent': () => 'You have no authenticator app set up.',
  'passkey-absent': ({ passkey }: { passkey: string }) => `You have no passkey ${passkey}.`,
  'recovery-needs-factor': () => 'You have no second factor that recovery codes could replace.',
  'fix-recovery-needs-factor': (_: undefined, { operation }: Edge) =>
    `Set one up first: ${operation('beginTotp')} or ${operation('beginPasskey')}.`,
  'totp-present': () => 'An authenticator app is already set up.',
  'fix-totp-present': (_: undefined, { operation }: Edge) =>
    `Remove it with ${operation('removeTotp')}, and begin again.`,
  'totp-not-begun': () => 'No authenticator app waits to be confirmed.',
  'fix-totp-not-begun': (_: undefined, { operation }: Edge) => `Begin with ${operation('beginTotp')}.`,
  'totp-code-wrong': () => 'The code is not the one that the app shows.',
  'fix-totp-code': () =>
    'Send the six digits that the app shows now. If they are refused again, set the clock of the device.',
  'invitation-expired': () => 'The invitation has expired.',
  'invitation-unknown': () => 'This invitation does not exist, was withdrawn, or has been accepted.',
  'fix-invitation-unknown': () =>
    'If you have accepted it, sign in. Otherwise ask the person who invited you for a new invitation.',
  'invited-user-exists': ({ email }: { email: string }) =>
    `There is a user ${email} already, with another password.`,
  'fix-invited-user-exists': () =>
    'Accept the invitation with the password of that user, or sign in and accept it there.',
  'owner-confirms': () => 'Only the owner of the account confirms who somebody is.',
  'fix-owner-confirms': () =>
    'Ask the owner of the account, or let them prove their address by mail or OpenID Connect.',
  'role-governed': ({ role }: { role: string }) =>
    `A policy names the role ${role}, so only the owner of the account can grant it.`,
  'fix-role-governed': () =>
    'Ask the owner of the account, who may use a session or an account key with the scope workspaces:configure.',
  'role-hides-invitations': ({ role }: { role: string }) =>
    `Your role in the workspace, ${role}, does not show who is invited.`,
  'fix-ask-admin': () => 'Ask an admin of the workspace.',
  'workspace-invitation-unknown': ({ invitation }: { invitation: string }) =>
    `The workspace has no invitation ${invitation}.`,
  'fix-invitations': (_: undefined, { operation }: Edge) =>
    `${operation('listInvitations')} lists those that wait.`,
  'member-already': ({ email }: { email: string }) => `${email} is already a member of the workspace.`,
  'invitation-limit': ({ max }: { max: number }) =>
    `The workspace has ${max} invitations that nobody has accepted.`,
  'fix-invitation-limit': (_: undefined, { operation }: Edge) =>
    `Withdraw some with ${operation('withdrawInvitation')}.`,
  'member-unknown': ({ user }: { user: string }) => `The workspace has no member ${user}.`,
  'fix-members': (_: undefined, { operation }: Edge) => `${operation('listMembers')} lists the members.`,
  'address-unproven': ({ email }: { email: string }) => `Nobody has proven the address ${email}.`,
  'notice-unknown': ({ notice }: { notice: string }) => `No invitation ${notice} waits for you.`,
  'fix-notices': (_: undefined, { operation }: Edge) => `${operation('listNotices')} lists those that do.`,
  'password-weak': ({ why }: Why) => `The password ${why}.`,
  'fix-ask-again': () => 'Ask the person who invited you for a new invitation.',
  'token-unknown': ({ id }: { id: string }) => `No token ${id} that this credential manages.`,
  'key-unknown': ({ id }: { id: string }) => `No key ${id} that this credential manages.`,
  'grant-unknown': ({ id }: { id: string }) => `No grant ${id} that this credential manages.`,
  'app-request-unknown': () =>
    'The app is not waiting for you: it asked too long ago, or you have decided already.',
  'app-code-unknown': () => 'No device shows this code: it is mistyped, has expired, or was used already.',
  'fix-app-request': () => 'Begin again in the app.',
  'app-scopes': () => 'Choose some of the scopes that the app asks for, and no others.',
  'apps-full': () => 'Too many apps that nobody has let in yet are registered.',
  'apps-unset': () => 'Apps can only be let in where the service knows its address: set SVC_PUBLIC_URL.',
};
