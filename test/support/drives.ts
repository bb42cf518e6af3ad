import { randomUUID } from 'node:crypto';
import { type FakeGoogleDrive, startFakeGoogleDrive } from '../../server/test-support/fake-google-drive.js';
import {
  type FakeMicrosoftDrive,
  startFakeMicrosoftDrive,
} from '../../server/test-support/fake-microsoft-drive.js';
import { allowAccess } from '../../server/test-support/fake-oauth.js';
import type { Api } from './api.js';
import { TestService } from './service.js';

export type Provider = 'google_drive' | 'microsoft';
export const providers: Provider[] = ['google_drive', 'microsoft'];

/** A service whose operator has set up both drives, and the drives. */
export interface ServiceWithDrives {
  service: TestService;
  /** The owner's session. */
  api: Api;
  fakes: { google_drive: FakeGoogleDrive; microsoft: FakeMicrosoftDrive };
  dispose(): Promise<void>;
}

export async function startWithDrives(env: Record<string, string> = {}): Promise<ServiceWithDrives> {
  const [google_drive, microsoft] = await Promise.all([startFakeGoogleDrive(), startFakeMicrosoftDrive()]);
  const service = await TestService.start({
    env: {
      SVC_ALLOW_PRIVATE_NETWORK: 'true',
      ...google_drive.variables,
      ...microsoft.variables,
      ...env,
    },
  });
  return {
    service,
    api: await service.signIn(),
    fakes: { google_drive, microsoft },
    dispose: async () => {
      await Promise.all([service.dispose(), google_drive.stop(), microsoft.stop()]);
    },
  };
}

export async function authorizeUrl(api: Api, provider: Provider): Promise<string> {
  return (await api.get(`/api/v1/me/authorize/${provider}`)).body.authorize_url;
}

/** The query string with which a browser is sent back once its user has decided. */
export async function consent(url: string, decide = allowAccess): Promise<string> {
  return (await decide(url)).searchParams.toString();
}

/** Lets the service read the fake drive of the caller. */
export async function connect(api: Api, provider: Provider): Promise<void> {
  const { status } = await finish(api, provider, await consent(await authorizeUrl(api, provider)));
  if (status !== 200) throw new Error(`Connecting the drive answered ${status}`);
}

/** What the page that the browser is led to sends. */
export const finish = (api: Api, provider: Provider, answer: string) =>
  api.post(`/api/v1/me/authorize/${provider}`, { answer }, { 'idempotency-key': randomUUID() });
