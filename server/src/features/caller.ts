import type { Author } from '../catalog/change.js';
import type { Reach } from '../core/reach.js';
import type { BaseRole, Scope } from '../core/scopes.js';
import type { PrefetchedTable } from '../workbook/governance/prefetched-table.js';
import type { AccessTrace } from './audit/access-trace.js';

/** Who is calling, as the one place that authenticates found it. */
export interface Caller extends Author {
  userId: string;
  requestId: string;
  credential: Credential;
  /** The workbook that the request names, as it was found together with the credential; undefined where there is none. */
  place?: WorkbookPlace | undefined;
  /** The table that the request names, where the endpoint has it looked up with the caller. */
  prefetched?: PrefetchedTable | undefined;
  /** What the request sees of governed tables; absent where nobody asked for it. */
  trace?: AccessTrace | undefined;
}

/** Where a workbook stands, and the role that the caller has in its workspace. */
export interface WorkbookPlace {
  workbookId: string;
  workspaceId: string;
  accountId: string;
  ownerId: string;
  role: BaseRole | null;
}

export interface Credential {
  kind: 'session' | 'pat' | 'key';
  id: string;
  /** The one account it is bound to; a session acts for every account of its user. */
  accountId: string | null;
  scopes: readonly Scope[];
  reach: Reach;
  rateLimitPerMinute: number;
  /** Null where it does not expire of its own. */
  expiresAt: string | null;
  /** The tokens and keys that minted it, the nearest first; it ends with any of them. */
  issuers: readonly Issuer[];
}

export interface Issuer {
  id: string;
  rateLimitPerMinute: number;
}
