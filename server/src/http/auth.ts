import {
  ChangePasswordRequest,
  LoginAnswer,
  LoginRequest,
  RegisterRequest,
  SessionAnswer,
  User,
} from '@workbook-data-service/contract/identity';
import { AcceptInvitationParams, AcceptInvitationRequest } from '@workbook-data-service/contract/members';
import { changePassword } from '../features/identity/change-password.js';
import { registerUser } from '../features/identity/create-user.js';
import { findSession } from '../features/identity/describe-caller.js';
import { signIn } from '../features/identity/sign-in.js';
import { signOut } from '../features/identity/sign-out.js';
import { acceptInvitation } from '../features/people/accept-invitation.js';
import { created, noContent, ok } from './answer.js';
import { type Endpoint, endpoint } from './endpoint.js';
import { loginBody } from './present/identity.js';

export const authEndpoints: Endpoint[] = [
  endpoint({
    id: 'login',
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in with e-mail and password',
    description:
      'After some failures the next attempt has to wait, longer each time: 429 with `retry_after` in seconds.',
    tag: 'Sign-in',
    access: { to: 'anyone' },
    body: LoginRequest,
    problems: ['wrong-credentials'],
    answers: { 200: LoginAnswer },
    run: ({ service, body, requestId, address }) => signIn(service, { ...body, requestId, address }),
    present: (signedIn) => ok(loginBody(signedIn)),
  }),
  endpoint({
    id: 'register',
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Register a user, where registration is open',
    description:
      'Answers alike whether or not the e-mail address is registered already; nothing is changed if it is. Sign in to find out.',
    tag: 'Sign-in',
    access: { to: 'anyone' },
    body: RegisterRequest,
    problems: ['registration-closed', 'name-taken'],
    answers: { 201: User },
    run: ({ service, body, requestId }) => registerUser(service, { ...body, requestId }),
    present: created,
  }),
  endpoint({
    id: 'acceptInvitation',
    method: 'POST',
    path: '/api/auth/invitations/:token/accept',
    summary: 'Accept an invitation to a workspace: become a user and a member, and sign in',
    description:
      'The user has the e-mail address that was invited. Somebody who has become a user since gives their own ' +
      'password, with the delays of a sign-in after failures.',
    tag: 'Sign-in',
    access: { to: 'anyone' },
    params: AcceptInvitationParams,
    body: AcceptInvitationRequest,
    problems: ['expired', 'wrong-credentials'],
    answers: { 200: LoginAnswer },
    run: ({ service, params, body, requestId, address }) =>
      acceptInvitation(service, {
        token: params.token,
        name: body.name ?? null,
        password: body.password,
        requestId,
        address,
      }),
    present: (signedIn) => ok(loginBody(signedIn)),
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
    present: ({ session, user }) => ok({ user, session_id: session.id, expires_at: session.expires_at }),
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
    run: ({ service, caller, commit, body, address }) =>
      changePassword(service, caller, { current: body.current, next: body.new, address }, commit),
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
