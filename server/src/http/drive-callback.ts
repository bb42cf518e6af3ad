import { DriveCallbackQuery, DriveParams } from '@workbook-data-service/contract/cloud-files';
import { redirect } from '../present/answer.js';
import { type Endpoint, endpoint } from './endpoint.js';

/**
 * Where a provider sends the browser back. Nothing is done with its answer yet: whoever followed the link of somebody
 * else to the provider would hand over their drive. The page that it leads to asks the user who is signed in.
 */
export const driveCallback: Endpoint = endpoint({
  id: 'returnFromDrive',
  method: 'GET',
  path: '/api/auth/drives/:provider/callback',
  summary: 'Where a drive sends the browser back after its user has decided',
  description:
    'Leads to the page of the console that connects the drive to the user who is signed in there, if it is the one ' +
    'who asked for the `authorize_url`. A program may instead send the query string to ' +
    '`POST /api/v1/me/authorize/{provider}`.',
  tag: 'Cloud files',
  access: { to: 'anyone' },
  params: DriveParams,
  query: DriveCallbackQuery,
  answerHeaders: ['Location'],
  answers: { 302: null },
  run: async ({ origin, params, query }) => ({ origin, provider: params.provider, query }),
  present: ({ origin, provider, query }) => {
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const answer = new URLSearchParams(given).toString();
    return redirect(`${origin}/settings/drives?${new URLSearchParams({ provider, answer })}`);
  },
});
