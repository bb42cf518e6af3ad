import { DriveCallbackQuery, DriveParams } from '@workbook-data-service/contract/cloud-files';
import { type AuthorizationOutcome, finishAuthorization } from '../features/drives/finish-authorization.js';
import { outcomeTexts } from './drive-outcome-texts.js';
import { type Endpoint, endpoint } from './endpoint.js';
import { PAGE, type PageLanguage, page } from './page.js';

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
  run: async ({ service, params, query, recognized, requestId, language }) => {
    const callback = { provider: params.provider, parameters: query, caller: recognized, requestId };
    return { ...(await finishAuthorization(service, callback)), language };
  },
  present: outcomePage,
});

const statuses = {
  connected: 200,
  denied: 403,
  'not-yours': 403,
  refused: 403,
  'not-begun': 410,
  unavailable: 502,
} as const;

function outcomePage({ language, ...result }: AuthorizationOutcome & { language: PageLanguage }) {
  const { title, paragraphs } = outcomeTexts(result, language);
  return page(statuses[result.outcome], title, paragraphs, language);
}
