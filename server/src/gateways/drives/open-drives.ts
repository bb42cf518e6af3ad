import type { FetchPublic } from '../fetch-public.js';
import type { Wait } from '../retrying.js';
import type { ConnectedDrive, Drives } from './drive.js';
import { driveAuthorization } from './drive-authorization.js';
import { googleAccount, googleDrive } from './google-drive.js';
import { microsoftAccount, microsoftDrive } from './microsoft-drive.js';

/** The operator's settings, as the configuration names them. */
export interface DriveSettings {
  googleClientId: string | undefined;
  googleClientSecret: string | undefined;
  googleAuthorizeUrl: string;
  googleTokenUrl: string;
  googleRevokeUrl: string;
  googleApiUrl: string;
  microsoftClientId: string | undefined;
  microsoftClientSecret: string | undefined;
  microsoftTenant: string;
  microsoftAuthorizeUrl: string | undefined;
  microsoftTokenUrl: string | undefined;
  microsoftApiUrl: string;
  allowPrivateNetwork: boolean;
}

interface DriveNetwork {
  fetchPublic: FetchPublic;
  /** How to pause before a call is tried again; tests do not. */
  wait?: Wait;
}

/** The drives whose client is set up; the others are absent. */
export function openDrives(settings: DriveSettings, network: DriveNetwork): Drives {
  const [google_drive, microsoft] = [openGoogle(settings, network), openMicrosoft(settings, network)];
  return { ...(google_drive && { google_drive }), ...(microsoft && { microsoft }) };
}

function openGoogle(settings: DriveSettings, { wait }: DriveNetwork): ConnectedDrive | undefined {
  const { googleClientId: clientId, googleClientSecret: clientSecret, googleApiUrl: apiUrl } = settings;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return {
    drive: googleDrive({ apiUrl, wait }),
    authorization: driveAuthorization({
      name: 'Google Drive',
      clientId,
      clientSecret,
      issuer: 'https://accounts.google.com',
      authorizeUrl: settings.googleAuthorizeUrl,
      tokenUrl: settings.googleTokenUrl,
      revokeUrl: settings.googleRevokeUrl,
      scopes: ['https://www.googleapis.com/auth/drive.readonly'],
      readScopes: ['drive.readonly', 'drive'],
      // Without consent, Google gives a refresh token only the first time.
      parameters: { access_type: 'offline', prompt: 'consent' },
      accountOf: (access) => googleAccount(apiUrl, access),
      allowInsecure: settings.allowPrivateNetwork,
    }),
  };
}

function openMicrosoft(
  settings: DriveSettings,
  { fetchPublic, wait }: DriveNetwork,
): ConnectedDrive | undefined {
  const {
    microsoftClientId: clientId,
    microsoftClientSecret: clientSecret,
    microsoftApiUrl: apiUrl,
  } = settings;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const tenant = `https://login.microsoftonline.com/${encodeURIComponent(settings.microsoftTenant)}`;
  return {
    drive: microsoftDrive({ apiUrl, fetchPublic, wait }),
    authorization: driveAuthorization({
      name: 'OneDrive',
      clientId,
      clientSecret,
      issuer: `${tenant}/v2.0`,
      authorizeUrl: settings.microsoftAuthorizeUrl ?? `${tenant}/oauth2/v2.0/authorize`,
      tokenUrl: settings.microsoftTokenUrl ?? `${tenant}/oauth2/v2.0/token`,
      // Files.Read covers the user's own OneDrive only: no file that others share and none in SharePoint.
      scopes: ['offline_access', 'Files.Read.All'],
      // An administrator may have allowed no more than the user's own files, or more than was asked for.
      readScopes: ['files.read.all', 'files.read', 'files.readwrite', 'files.readwrite.all'],
      // Whoever is signed in to several accounts says which drive is meant.
      parameters: { prompt: 'select_account' },
      accountOf: (access) => microsoftAccount(apiUrl, access),
      allowInsecure: settings.allowPrivateNetwork,
    }),
  };
}
