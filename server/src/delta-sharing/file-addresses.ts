import { linkGrantText } from '../core/link-grant.js';
import type { SharedFile } from '../features/feeds/parquet-copies.js';
import { copiedFileAddresses } from '../workbook/reading/parquet-copy.js';
import type { Sharing } from './places.js';

/** What the signature of a file's address is of, beside its path and query. */
export const FILE_OPERATION = 'sharing.file';

const MINUTE_MS = 60_000;
/** Of addresses of the service, which asks again with each request what the caller may see. */
const VALID_MS = 60 * MINUTE_MS;
/** Of those of the blob store, which asks nobody. */
const VALID_IN_STORE_MS = 15 * MINUTE_MS;

export interface FileAddresses {
  of(file: SharedFile): string | Promise<string>;
  /** In milliseconds since 1970. */
  expireAt: number;
}

/**
 * Addresses that open files as the caller: those of the blob store where clients reach it, so that they need not all read
 * through one service, and else our own. They are valid no longer than the caller's credential. Nothing else is needed to
 * open them.
 */
export async function fileAddresses(sharing: Sharing): Promise<FileAddresses> {
  const { expiresAt } = sharing.caller.credential;
  const end = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
  const inStore = Math.min(Date.now() + VALID_IN_STORE_MS, end);
  const stored = await copiedFileAddresses(sharing.service.data, inStore);
  if (stored) return { expireAt: stored.expireAt, of: ({ hash }) => stored.of(hash) };
  return ownAddresses(sharing, Math.min(Date.now() + VALID_MS, end));
}

function ownAddresses({ service, caller, root }: Sharing, end: number): FileAddresses {
  const expires = Math.floor(end / 1000);
  // `sp` is how those of Azure say that they can be read; Delta Kernel knows signed addresses by such marks alone.
  const query = { by: caller.credential.id, expires: String(expires), sp: 'r' };
  return {
    expireAt: expires * 1000,
    of: ({ copyId, position }) => {
      const path = { copy: copyId, file: `${position}.parquet` };
      const sig = service.linkSignatures.sign(linkGrantText({ operation: FILE_OPERATION, path, query }));
      return `${root}/files/${path.copy}/${path.file}?${new URLSearchParams({ ...query, sig })}`;
    },
  };
}
