import type { DriveProvider } from '../../core/provenance.js';

/** A file or folder of a drive, as its owner sees it there. */
export interface DriveFile {
  id: string;
  name: string;
  isFolder: boolean;
  mimeType: string | null;
  /** Null for folders, and for files that have no bytes until they are exported. */
  size: number | null;
  modified: string | null;
  modifiedBy: string | null;
  /** What the drive calls this version of the content; null for folders, and in lists for shortcuts. */
  version: string | null;
}

export interface DrivePage {
  files: DriveFile[];
  nextCursor: string | null;
}

export interface ListRequest {
  /** Null for the top of the drive, or with `q` for everything that the user may read. */
  folderId: string | null;
  q: string | null;
  cursor: string | null;
  limit: number;
}

/** A user's permission to read the drive. Both throw `DriveFailure` where it was withdrawn. */
export interface Access {
  token(): Promise<string>;
  /** A new token, where the drive no longer takes the current one. */
  renew(): Promise<string>;
}

/** A drive that the service reads; every method throws `DriveFailure`. */
export interface Drive {
  readonly provider: DriveProvider;
  /** Importable files and folders, folders first; a page may be shorter than its limit. */
  list(access: Access, request: ListRequest): Promise<DrivePage>;
  /** The file, or what a shortcut leads to. */
  describe(access: Access, fileId: string): Promise<DriveFile>;
  /** The content of a described file. The body fails after its last byte if the file changed meanwhile. */
  open(access: Access, file: DriveFile): Promise<OpenedFile>;
}

interface OpenedFile {
  /** The name to store the content under, with an extension that says what it is. */
  filename: string;
  body: AsyncIterable<Uint8Array>;
}

export interface AccessToken {
  accessToken: string;
  expiresAt: Date;
}

/** How users let the service read their drive; every method but `revoke` throws `DriveFailure`. */
export interface DriveAuthorization {
  authorizeUrl(request: AuthorizationRequest): Promise<string>;
  exchange(
    request: AuthorizationRequest & { callbackUrl: URL },
  ): Promise<AccessToken & { refreshToken: string; account: string | null }>;
  /** With a refresh token where the provider replaced it: the old one may stop working. */
  refresh(refreshToken: string): Promise<AccessToken & { refreshToken: string | null }>;
  /** Best effort: the provider may be out of reach, and Microsoft has no such call. Never throws. */
  revoke(refreshToken: string): Promise<void>;
}

export interface AuthorizationRequest {
  state: string;
  /** The verifier of PKCE. */
  verifier: string;
  redirectUri: string;
}

export interface ConnectedDrive {
  drive: Drive;
  authorization: DriveAuthorization;
}

/** The drives that the operator has set up. */
export type Drives = { readonly [Provider in DriveProvider]?: ConnectedDrive };
