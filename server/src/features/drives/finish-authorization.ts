import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { takeFlow } from '../../catalog/authorization-flows.js';
import { type CommitOptions, change } from '../../catalog/change.js';
import { storeGrant } from '../../catalog/drive-grants.js';
import { driveNames } from '../../core/provenance.js';
import { DriveFailure } from '../../gateways/drives/drive-failure.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import {
  type Authorization,
  type AuthorizationSecrets,
  authorizationNeeded,
  type DriveRequest,
  requireDrive,
} from './authorize-drive.js';
import { driveProblem } from './drive-problem.js';

/**
 * Takes the answer with which the provider sent the browser back, from the user who began. Its state is used up by it,
 * whatever the outcome; the code of another user's flow is never exchanged.
 */
export async function finishAuthorization(
  service: Service,
  caller: Caller,
  request: DriveRequest & { answer: URLSearchParams },
  commit: CommitOptions,
): Promise<Authorization> {
  const { provider, answer } = request;
  const { userId } = caller;
  const { authorization } = requireDrive(service, provider);
  const refuse = (detail: Message) => authorizationNeeded(service, caller, request, detail);
  const state = answer.get('state') ?? '';
  const flow = await takeFlow<AuthorizationSecrets>(service.catalog, provider, state);
  if (!flow) throw await refuse(say('drive-not-begun'));
  if (flow.userId !== userId) throw await refuse(say('drive-other-user'));
  if (answer.get('error') === 'access_denied')
    throw await refuse(say('drive-not-allowed', { drive: driveNames[provider] }));

  const callbackUrl = new URL(`${flow.secrets.redirectUri}?${answer}`);
  const granted = await authorization
    .exchange({ callbackUrl, state, ...flow.secrets })
    .catch(async (failure) => {
      if (!(failure instanceof DriveFailure)) throw failure;
      throw failure.kind === 'authorization'
        ? await refuse(failure.said)
        : driveProblem(failure, { provider });
    });
  const { refreshToken, account } = granted;
  return await change(
    service.catalog,
    caller,
    async (c) => {
      await storeGrant(service.catalog, c, { userId, provider, account, refreshToken });
      await c.audit({
        chain: userId,
        action: 'drive.authorized',
        target: provider,
        detail: { provider, account },
      });
      return { provider, authorized: true, authorizeUrl: null, account };
    },
    commit,
  );
}
