import { takeFlow } from '../../catalog/authorization-flows.js';
import { change } from '../../catalog/change.js';
import { storeGrant } from '../../catalog/drive-grants.js';
import type { DriveProvider } from '../../core/provenance.js';
import { DriveFailure } from '../../gateways/drives/drive-failure.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { type AuthorizationSecrets, requireDrive } from './authorize-drive.js';

/** What the provider sent the browser back with. */
export interface Callback {
  provider: DriveProvider;
  parameters: Record<string, string | undefined>;
  /** Who sent it, if a credential came along. */
  caller: Caller | null;
  requestId: string;
}

export type AuthorizationOutcome = { provider: DriveProvider } & (
  | { outcome: 'connected'; account: string | null; user: string }
  /** The user said no. */
  | { outcome: 'denied' }
  /** The state is unknown, used, expired, or of another provider. */
  | { outcome: 'not-begun' }
  /** The state belongs to another user than the caller. */
  | { outcome: 'not-yours' }
  | { outcome: 'refused' | 'unavailable'; reason: string }
);

/** Takes the provider's answer. The state says for whom, and is used up by it, whatever the outcome. */
export async function finishAuthorization(
  service: Service,
  { provider, parameters, caller, requestId }: Callback,
): Promise<AuthorizationOutcome> {
  const { authorization } = requireDrive(service, provider);
  const { state, error } = parameters;
  const flow =
    state === undefined ? undefined : await takeFlow<AuthorizationSecrets>(service.catalog, provider, state);
  if (state === undefined || !flow || flow.userId === null) return { provider, outcome: 'not-begun' };
  const { userId, secrets } = flow;
  if (caller && caller.userId !== userId) return { provider, outcome: 'not-yours' };
  if (error === 'access_denied') return { provider, outcome: 'denied' };

  const callbackUrl = new URL(secrets.redirectUri);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) callbackUrl.searchParams.set(name, value);
  try {
    const { refreshToken, account } = await authorization.exchange({ callbackUrl, state, ...secrets });
    const author = { userId, credentialId: null, requestId };
    const user = await change(service.catalog, author, async (c) => {
      await storeGrant(service.catalog, c, { userId, provider, account, refreshToken });
      await c.audit({
        chain: userId,
        action: 'drive.authorized',
        target: provider,
        detail: { provider, account },
      });
      return await c.tx
        .selectFrom('users')
        .select('email')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
    });
    return { provider, outcome: 'connected', account, user: user.email };
  } catch (failure) {
    if (!(failure instanceof DriveFailure)) throw failure;
    const isRefused = failure.kind === 'authorization';
    return { provider, outcome: isRefused ? 'refused' : 'unavailable', reason: failure.message };
  }
}
