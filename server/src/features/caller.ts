import type { Author } from '../catalog/change.js';
import type { Reach } from '../core/reach.js';
import type { WorkbookMembership } from '../core/rights.js';
import type { Scope } from '../core/scopes.js';
import type { PrefetchedTable } from '../workbook/governance/prefetched-table.js';
import type { AccessTrace } from './audit/access-trace.js';

/** The authenticated caller of a request. */
export interface Caller extends Author {
  userId: string;
  requestId: string;
  credential: Credential;
  /** The workbook that the request names, looked up with the credential; undefined if there is none. */
  place?: WorkbookPlace | undefined;
  /** The table that the request names, if the endpoint has it looked up with the caller. */
  prefetched?: PrefetchedTable | undefined;
  /** Records which governed tables the request reads; absent if the access is not logged. */
  trace?: AccessTrace | undefined;
}

/** The workspace and account of a workbook, whose they are, and the role of the caller in the workspace. */
export interface WorkbookPlace extends WorkbookMembership {
  workbookId: string;
  workspaceId: string;
  accountId: string;
  /** 1 if the workspace requires a second factor and the user has none. */
  lacksSecondFactor: number;
}

export interface Credential {
  kind: 'session' | 'pat' | 'key' | 'grant';
  id: string;
  /** The one account it is bound to; a session acts wherever its user is a member. */
  accountId: string | null;
  scopes: readonly Scope[];
  reach: Reach;
  rateLimitPerMinute: number;
  /** Null if it has no expiry of its own. */
  expiresAt: string | null;
  /** The tokens and keys that issued it, the nearest first; it ends when any of them does. */
  issuers: readonly Issuer[];
}

interface Issuer {
  id: string;
  rateLimitPerMinute: number;
}
