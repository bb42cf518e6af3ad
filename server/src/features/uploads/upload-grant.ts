/** What the signature of an upload URL permits: filling this slot until it expires. */
export interface UploadGrant {
  uploadId: string;
  /** In seconds since 1970. */
  expires: number;
}

export const grantText = ({ uploadId, expires }: UploadGrant): string => `${uploadId}\n${expires}`;
