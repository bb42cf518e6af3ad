import { DriveCallbackQuery, DriveParams } from '@workbook-data-service/contract/cloud-files';
import { type DriveProvider, driveNames } from '../core/provenance.js';
import { type AuthorizationOutcome, finishAuthorization } from '../features/drives/finish-authorization.js';
import { type Endpoint, endpoint } from './endpoint.js';
import { PAGE, page } from './page.js';

/** The page to which a provider sends the browser back. */
export const driveCallback: Endpoint = endpoint({
  id: 'finishDriveAuthorization',
  method: 'GET',
  path: '/api/auth/drives/:provider/callback',
  summary: 'Where a drive sends the browser back after its user has decided; a page for people',
  description:
    'The `state` is that of one `authorize_url`: it works once, within ten minutes, for the user who asked for it. ' +
    'A credential of another user that is sent along is refused.',
  tag: 'Cloud files',
  access: { to: 'anyone', recognizes: 'credential' },
  params: DriveParams,
  query: DriveCallbackQuery,
  problems: ['not-configured'],
  answers: { 200: PAGE, 403: PAGE, 410: PAGE, 502: PAGE },
  run: ({ service, params, query, recognized, requestId }) =>
    finishAuthorization(service, {
      provider: params.provider,
      parameters: query,
      caller: recognized,
      requestId,
    }),
  present: outcomePage,
});

const AGAIN = 'Ask the service for a new address and begin again.';

/** Where people see and end what they have allowed. */
const permissions: Record<DriveProvider, string> = {
  google_drive: 'https://myaccount.google.com/connections',
  microsoft: 'https://myapps.microsoft.com or https://account.live.com/consent/Manage',
};

function outcomePage(result: AuthorizationOutcome) {
  const { provider } = result;
  const name = driveNames[provider];
  switch (result.outcome) {
    case 'connected':
      return page(200, `${name} is connected`, [
        `The service can now read the ${name}${result.account === null ? '' : ` of ${result.account}`} for its user ` +
          `${result.user}. It reads what that user asks for, and changes nothing. You can close this page.`,
        `If ${result.user} is not you, someone else sent you here to read your files: end the access at once, at ` +
          `${permissions[provider]}.`,
        `To end it later, send DELETE /api/v1/me/authorize/${provider} to the service, or use the same page of the provider.`,
      ]);
    case 'denied':
      return page(403, `${name} is not connected`, [
        'The access was not allowed, so nothing was changed.',
        AGAIN,
      ]);
    case 'not-yours':
      return page(403, `${name} is not connected`, ['This authorization was begun by another user.', AGAIN]);
    case 'refused':
      return page(403, `${name} is not connected`, [result.reason, AGAIN]);
    case 'not-begun':
      return page(410, `${name} is not connected`, [
        'This authorization was never begun, took longer than ten minutes, or is already finished.',
        AGAIN,
      ]);
    case 'unavailable':
      return page(502, `${name} is not connected`, [result.reason, AGAIN]);
  }
}
