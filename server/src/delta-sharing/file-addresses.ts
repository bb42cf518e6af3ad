import { linkGrantText } from '../core/link-grant.js';
import type { SharedFile } from '../features/feeds/parquet-copies.js';
import type { Sharing } from './places.js';

/** What the signature of a file's address is of, beside its path and query. */
export const FILE_OPERATION = 'sharing.file';

const VALID_SECONDS = 60 * 60;

export interface FileAddresses {
  of(file: SharedFile): string;
  /** In milliseconds since 1970. */
  expireAt: number;
}

/**
 * Addresses that open files as the caller, for an hour at most and no longer than the caller's credential is valid. Nothing
 * else is needed to open them.
 */
export function fileAddresses({ service, caller, root }: Sharing): FileAddresses {
  const { id, expiresAt } = caller.credential;
  const end = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
  const expires = Math.floor(Math.min(Date.now() + VALID_SECONDS * 1000, end) / 1000);
  // `sp` is how those of Azure say that they can be read; Delta Kernel knows signed addresses by such marks alone.
  const query = { by: id, expires: String(expires), sp: 'r' };
  return {
    expireAt: expires * 1000,
    of: ({ copyId, position }) => {
      const path = { copy: copyId, file: `${position}.parquet` };
      const sig = service.linkSignatures.sign(linkGrantText({ operation: FILE_OPERATION, path, query }));
      return `${root}/files/${path.copy}/${path.file}?${new URLSearchParams({ ...query, sig })}`;
    },
  };
}
