import type {
  Access,
  ConnectedDrive,
  Drive,
  DriveAuthorization,
  ListRequest,
} from '../src/gateways/drives/drive.js';
import { DriveFailure } from '../src/gateways/drives/drive-failure.js';
import { type DriveSettings, openDrives } from '../src/gateways/drives/open-drives.js';
import { publicFetcher } from '../src/gateways/fetch-public.js';
import type { FakeGoogleDrive } from './fake-google-drive.js';
import type { FakeMicrosoftDrive } from './fake-microsoft-drive.js';
import { allowAccess } from './fake-oauth.js';

export const authorizationRequest = {
  state: 'state-of-the-flow',
  verifier: 'a-verifier-of-at-least-forty-three-characters',
  redirectUri: 'http://service.test/api/auth/drives/callback',
};

/** A drive whose user has allowed the access, as the service would hold it. */
export interface ConnectedFake {
  drive: Drive;
  authorization: DriveAuthorization;
  access: Access;
  account: string | null;
  /** The pauses before calls were tried again, in milliseconds. Nothing really waits. */
  pauses: number[];
}

export async function connectGoogle(fake: FakeGoogleDrive): Promise<ConnectedFake> {
  const pauses: number[] = [];
  return connected(openFakes({ google: fake }, pauses).google_drive, pauses);
}

export async function connectMicrosoft(fake: FakeMicrosoftDrive): Promise<ConnectedFake> {
  const pauses: number[] = [];
  return connected(openFakes({ microsoft: fake }, pauses).microsoft, pauses);
}

export function openFakes(
  fakes: { google?: FakeGoogleDrive; microsoft?: FakeMicrosoftDrive },
  pauses: number[] = [],
  changes: Partial<DriveSettings> = {},
) {
  const settings = { ...settingsFor(fakes), ...changes };
  const { allowPrivateNetwork } = settings;
  return openDrives(settings, {
    fetchPublic: publicFetcher({ allowPrivateNetwork }),
    wait: async (milliseconds) => pauses.push(milliseconds),
  });
}

function settingsFor({ google, microsoft }: Parameters<typeof openFakes>[0]): DriveSettings {
  return {
    googleClientId: google?.clientId,
    googleClientSecret: google?.clientSecret,
    googleAuthorizeUrl: google?.variables.SVC_GOOGLE_AUTHORIZE_URL ?? '',
    googleTokenUrl: google?.variables.SVC_GOOGLE_TOKEN_URL ?? '',
    googleRevokeUrl: google?.variables.SVC_GOOGLE_REVOKE_URL ?? '',
    googleApiUrl: google?.url ?? '',
    microsoftClientId: microsoft?.clientId,
    microsoftClientSecret: microsoft?.clientSecret,
    microsoftTenant: 'common',
    microsoftAuthorizeUrl: microsoft?.variables.SVC_MICROSOFT_AUTHORIZE_URL,
    microsoftTokenUrl: microsoft?.variables.SVC_MICROSOFT_TOKEN_URL,
    microsoftApiUrl: microsoft?.url ?? '',
    allowPrivateNetwork: true,
  };
}

async function connected(connection: ConnectedDrive | undefined, pauses: number[]): Promise<ConnectedFake> {
  if (!connection) throw new Error('The drive is not set up');
  const { drive, authorization } = connection;
  const callbackUrl = await allowAccess(await authorization.authorizeUrl(authorizationRequest));
  const grant = await authorization.exchange({ ...authorizationRequest, callbackUrl });
  let { accessToken, refreshToken } = grant;
  const access: Access = {
    token: async () => accessToken,
    async renew() {
      const renewed = await authorization.refresh(refreshToken);
      accessToken = renewed.accessToken;
      refreshToken = renewed.refreshToken ?? refreshToken;
      return accessToken;
    },
  };
  return { drive, authorization, access, account: grant.account, pauses };
}

/** The calls of a drive that each test connects anew. */
export function callsOf(connected: () => ConnectedFake) {
  const list = (request: Partial<ListRequest> = {}) => {
    const { drive, access } = connected();
    return drive.list(access, { folderId: null, q: null, cursor: null, limit: 100, ...request });
  };
  const names = async (request?: Partial<ListRequest>) => (await list(request)).files.map(({ name }) => name);
  const describeFile = (id: string) => connected().drive.describe(connected().access, id);
  const open = async (id: string) => connected().drive.open(connected().access, await describeFile(id));
  const read = async (id: string) => textOf((await open(id)).body);
  return { list, names, describeFile, open, read };
}

/** The kind of failure that the work ends in. */
export async function failureOf(work: Promise<unknown>): Promise<DriveFailure> {
  const error = await work.then(
    () => new Error('nothing failed'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DriveFailure)) throw error;
  return error;
}

export async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
