import { ForgotPasswordRequest, ResetPasswordRequest } from '@workbook-data-service/contract/identity';
import { forgotPassword, resetPasswordByMail } from '../../features/identity/forgotten-password.js';
import { noContent } from '../../present/answer.js';
import { type Endpoint, endpoint } from '../endpoint.js';

const PASSWORD = '/api/auth/password';

export const forgottenPasswordEndpoints: Endpoint[] = [
  endpoint({
    id: 'forgotPassword',
    method: 'POST',
    path: `${PASSWORD}/forgot`,
    summary: 'Mail a link to reset a forgotten password',
    description:
      'Answers alike, and as late, whether or not a user has the address. The link works once, for an hour; another is ' +
      'mailed after five minutes at the earliest. It needs SVC_SMTP_URL.',
    tag: 'Sign-in',
    access: { to: 'anyone' },
    body: ForgotPasswordRequest,
    problems: ['not-configured'],
    answers: { 204: null },
    run: ({ service, body: { email, language }, origin, requestId }) =>
      forgotPassword(service, { email, origin, language, requestId }),
    present: noContent,
  }),
  endpoint({
    id: 'resetPassword',
    method: 'POST',
    path: `${PASSWORD}/reset`,
    summary: 'Reset a forgotten password with a mailed link; all sessions end',
    description:
      'It proves the address. Second factors stay, and are asked for at the next sign-in. If the address was not proven ' +
      'before, everything ends that its holder had: sessions, tokens, keys, second factors and grants.',
    tag: 'Sign-in',
    access: { to: 'anyone' },
    body: ResetPasswordRequest,
    problems: ['expired'],
    answers: { 204: null },
    run: ({ service, body, requestId, commit }) =>
      resetPasswordByMail(service, { token: body.token, next: body.new, requestId }, commit),
    present: noContent,
  }),
];
