import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../core/problems.js';
import type { Answer } from '../present/answer.js';
import { jsonText } from '../present/answer.js';
import type { Sharing } from './places.js';

/**
 * The file that tells clients where to go and with which token. Tokens are stored as hashes, so the token is the one that
 * the request was sent with. A session or an app's token ends too soon to be kept in a file.
 */
export function profileFile({ caller, root }: Sharing, secret: string): Answer {
  const { kind, expiresAt } = caller.credential;
  if (kind === 'session' || kind === 'grant')
    throw problem('forbidden', say('feed-profile-token'), { fix: say('fix-feed-profile-token') });
  const profile = {
    shareCredentialsVersion: 1,
    endpoint: `${root}/`,
    bearerToken: secret,
    ...(expiresAt !== null && { expirationTime: expiresAt }),
  };
  return {
    status: 200,
    body: jsonText(profile),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="workbooks.share"',
      'cache-control': 'no-store',
    },
  };
}
