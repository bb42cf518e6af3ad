import { Type } from '@sinclair/typebox';
import { idOf } from '@workbook-data-service/contract/common';
import { VerificationParams } from '@workbook-data-service/contract/identity';
import { NoticeList } from '@workbook-data-service/contract/members';
import { sendVerification, verifyAddress } from '../../features/identity/verify-address.js';
import { acceptNotice, declineNotice, listNotices } from '../../features/people/notices.js';
import { noContent, ok } from '../../present/answer.js';
import { noticeBody } from '../../present/people.js';
import { type Endpoint, endpoint } from '../endpoint.js';

const VERIFICATION = '/api/auth/verification';
const NOTICES = '/api/auth/notices';

const NoticeParams = Type.Object({ notice_id: idOf('an invitation') });

/** What the signed-in user does about their address: prove it, and answer what was sent to it. */
export const ownAddressEndpoints: Endpoint[] = [
  endpoint({
    id: 'sendVerification',
    method: 'POST',
    path: VERIFICATION,
    summary: 'Mail yourself a link that proves your address',
    description: 'At most once a minute. The link works once, within a day; an earlier one stops working.',
    tag: 'Sign-in',
    access: { to: 'session' },
    problems: ['not-configured', 'conflict', 'rate-limited'],
    answers: { 204: null },
    run: ({ service, caller, commit, origin }) => sendVerification(service, caller, origin, commit),
    present: noContent,
  }),
  endpoint({
    id: 'verifyAddress',
    method: 'POST',
    path: `${VERIFICATION}/:token`,
    summary: 'Prove your address with the mailed link',
    description:
      'It takes both the link and a session of the user to whom it was mailed. Invitations that only waited for this take effect.',
    tag: 'Sign-in',
    access: { to: 'session' },
    params: VerificationParams,
    problems: ['conflict'],
    answers: { 204: null },
    run: ({ service, caller, commit, params }) => verifyAddress(service, caller, params.token, commit),
    present: noContent,
  }),
  endpoint({
    id: 'listNotices',
    method: 'GET',
    path: NOTICES,
    summary: 'The invitations to workspaces that wait for you, oldest first',
    description: 'None while your address is unproven, unless the owner of the account has confirmed you.',
    tag: 'Sign-in',
    access: { to: 'session' },
    answers: { 200: NoticeList },
    run: ({ service, caller }) => listNotices(service, caller),
    present: (notices) => ok({ notices: notices.map(noticeBody) }),
  }),
  endpoint({
    id: 'acceptNotice',
    method: 'POST',
    path: `${NOTICES}/:notice_id/accept`,
    summary: 'Accept an invitation that waits for you: join the workspace',
    tag: 'Sign-in',
    access: { to: 'session' },
    params: NoticeParams,
    answers: { 204: null },
    run: ({ service, caller, commit, params }) => acceptNotice(service, caller, params.notice_id, commit),
    present: noContent,
  }),
  endpoint({
    id: 'declineNotice',
    method: 'DELETE',
    path: `${NOTICES}/:notice_id`,
    summary: 'Decline an invitation that waits for you',
    tag: 'Sign-in',
    access: { to: 'session' },
    params: NoticeParams,
    answers: { 204: null },
    run: ({ service, caller, commit, params }) => declineNotice(service, caller, params.notice_id, commit),
    present: noContent,
  }),
];
