import {
  ChangePasswordRequest,
  DeleteMeRequest,
  LoginAnswer,
  LoginRequest,
  RegisterRequest,
  SessionAnswer,
  SignInMethods,
  User,
} from '@workbook-data-service/contract/identity';
import {
  AcceptInvitationParams,
  AcceptInvitationRequest,
  WaitingInvitation,
} from '@workbook-data-service/contract/members';
import { deleteUser } from '../features/accounts/delete-user.js';
import { changePassword } from '../features/identity/change-password.js';
import { registerUser } from '../features/identity/create-user.js';
import { findSession } from '../features/identity/describe-caller.js';
import { signIn } from '../features/identity/sign-in.js';
import { signOut } from '../features/identity/sign-out.js';
import { acceptInvitation } from '../features/people/accept-invitation.js';
import { viewInvitation } from '../features/people/view-invitation.js';
import { created, noContent, ok } from '../present/answer.js';
import { type Endpoint, endpoint } from './endpoint.js';
import { RECENT } from './identity/second-factors.js';
import { signedInAnswer } from './identity/signed-in-answer.js';

export const authEndpoints: Endpoint[] = [
  endpoint({
    id: 'getSignInMethods',
    method: 'GET',
    path: '/api/auth/methods',
    summary: 'The ways to sign in to this service',
    tag: 'Sign-in',
    access: { to: 'anyone' },
    answers: { 200: SignInMethods },
    run: async ({ service }) => service,
    present: ({ oidc, config, mail }) =>
      ok({
        password: true,
        oidc: oidc !== undefined,
        registration: config.openRegistration,
        password_reset: mail !== undefined,
      }),
  }),
  endpoint({
    id: 'login',
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in with e-mail and password',
    description:
      'After some failures the next attempt has to wait, longer each time: 429 with `retry_after` in seconds. A user with a ' +
      'second factor gets 401 `second-factor-required` with a `ticket`, for `POST /api/auth/login/second-factor`.',
    tag: 'Sign-in',
    access: { to: 'anyone' },
    body: LoginRequest,
    problems: ['wrong-credentials', 'second-factor-required'],
    answers: { 200: LoginAnswer },
    answerHeaders: ['Set-Cookie'],
    run: async ({ service, body: { email, password, cookie }, requestId, from, origin }) => ({
      signedIn: await signIn(service, { email, password, requestId, from }),
      cookieOf: cookie ? origin : undefined,
    }),
    present: signedInAnswer,
  }),
  endpoint({
    id: 'register',
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Register a user, where registration is open',
    description:
      'Answers alike whether or not the e-mail address is registered already; nothing is changed if it is. Sign in to find ' +
      'out. Until the address is proven, the user acts in accounts of their own only; where mail is set up, a link is sent to it.',
    tag: 'Sign-in',
    access: { to: 'anyone' },
    body: RegisterRequest,
    problems: ['registration-closed', 'name-taken'],
    answers: { 201: User },
    run: ({ service, body, requestId, origin }) => registerUser(service, { ...body, requestId, origin }),
    present: created,
  }),
  endpoint({
    id: 'getInvitation',
    method: 'GET',
    path: '/api/auth/invitations/:token',
    summary: 'An invitation, for whoever has its link; looking at it changes nothing',
    tag: 'Sign-in',
    access: { to: 'anyone' },
    params: AcceptInvitationParams,
    problems: ['expired'],
    answers: { 200: WaitingInvitation },
    run: ({ service, params }) => viewInvitation(service, params.token),
    present: ({ workspace, email, baseRole, isUser, signsInElsewhere }) =>
      ok({ workspace, email, base_role: baseRole, is_user: isUser, oidc: signsInElsewhere }),
  }),
  endpoint({
    id: 'acceptInvitation',
    method: 'POST',
    path: '/api/auth/invitations/:token/accept',
    summary: 'Accept an invitation to a workspace: become a user and a member, and sign in',
    description:
      'The user has the e-mail address that was invited. A link that was mailed proves it: if the address had an unproven ' +
      'user, that user is taken over with the new password, and all their sessions, tokens and keys end. Whoever accepts by ' +
      'a link that was handed over becomes a member once the owner of the account confirms them. Somebody who is a user ' +
      'already gives their own password, with the delays of a sign-in after failures.',
    tag: 'Sign-in',
    access: { to: 'anyone' },
    params: AcceptInvitationParams,
    body: AcceptInvitationRequest,
    problems: ['expired', 'wrong-credentials', 'second-factor-required'],
    answers: { 200: LoginAnswer },
    answerHeaders: ['Set-Cookie'],
    run: async ({ service, params, body: { name = null, password, cookie }, requestId, from, origin }) => ({
      signedIn: await acceptInvitation(service, { token: params.token, name, password, requestId, from }),
      cookieOf: cookie ? origin : undefined,
    }),
    present: signedInAnswer,
  }),
  endpoint({
    id: 'getSession',
    method: 'GET',
    path: '/api/auth/session',
    summary: 'Who is signed in',
    tag: 'Sign-in',
    access: { to: 'session' },
    answers: { 200: SessionAnswer },
    run: ({ service, caller }) => findSession(service, caller),
    present: ({ session, user, isProven }) =>
      ok({ user, proven: isProven, session_id: session.id, expires_at: session.expires_at }),
  }),
  endpoint({
    id: 'changePassword',
    method: 'POST',
    path: '/api/auth/password',
    summary: 'Change your password; your other sessions end at once',
    description:
      'A wrong `current` counts as a failed sign-in, after some of which the next attempt has to wait. ' +
      'Tokens and keys go on working.',
    tag: 'Sign-in',
    access: { to: 'session' },
    body: ChangePasswordRequest,
    problems: ['wrong-credentials'],
    answers: { 204: null },
    run: ({ service, caller, commit, body, from }) =>
      changePassword(
        service,
        caller,
        { current: body.current, next: body.new, address: from.address },
        commit,
      ),
    present: noContent,
  }),
  endpoint({
    id: 'deleteMe',
    method: 'DELETE',
    path: '/api/auth/me',
    summary: 'Delete yourself, with your accounts and all that is in them',
    description:
      'Refused while others work in an account of yours, or while you owe or subscribe. Your sessions, tokens, keys, second ' +
      'factors and grants end at once; your workbooks in accounts of others pass to their owners. Ops and audit entries ' +
      `stay, and name you by id alone. ${RECENT}`,
    tag: 'Sign-in',
    access: { to: 'session' },
    body: DeleteMeRequest,
    problems: [
      'recent-proof-required',
      'confirm-mismatch',
      'owns-shared-account',
      'active-subscription',
      'unsettled-overage',
      'conflict',
    ],
    answers: { 204: null },
    run: ({ service, caller, body, commit }) => deleteUser(service, caller, body.confirm, commit),
    present: noContent,
  }),
  endpoint({
    id: 'logout',
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Sign out; the session token stops working at once',
    tag: 'Sign-in',
    access: { to: 'session' },
    answers: { 204: null },
    run: ({ service, caller, commit }) => signOut(service, caller, commit),
    present: noContent,
  }),
];
