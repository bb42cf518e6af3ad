/** The cloud drives that files are read from. */
export const driveProviders = ['google_drive', 'microsoft'] as const;
export type DriveProvider = (typeof driveProviders)[number];

/** The drives as users call them. */
export const driveNames: Record<DriveProvider, string> = {
  google_drive: 'Google Drive',
  microsoft: 'OneDrive',
};

/** Where the service fetched the file of a source. */
export type Provenance =
  | { kind: 'url'; url: string; fetchedAt: string }
  | {
      kind: 'drive';
      provider: DriveProvider;
      fileId: string;
      /** What the drive calls this version of the content. */
      version: string | null;
      modifiedBy: string | null;
      modified: string | null;
      fetchedAt: string;
    };

/** The provenance in one word, for logs. */
export function originOf(provenance: Provenance): string {
  return provenance.kind === 'url' ? provenance.url : `${provenance.provider}:${provenance.fileId}`;
}
