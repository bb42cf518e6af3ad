import type { Caller } from '../caller.js';

/** What was counted in one UTC day. */
export class DayCounts {
  readonly requestsByCredential = new Map<string, number>();
  readonly requestsByAccount = new Map<string, number>();
  /** Requests of sessions that named no account: they count for the default account of their user. */
  readonly requestsByUser = new Map<string, number>();
  readonly opsByWorkbook = new Map<string, number>();

  constructor(readonly day: string) {}

  countRequest({ credential, userId, trace }: Caller): void {
    if (credential.kind !== 'session') add(this.requestsByCredential, credential.id);
    const accountId = credential.accountId ?? trace?.accountId;
    if (accountId === undefined) add(this.requestsByUser, userId);
    else add(this.requestsByAccount, accountId);
  }

  /** Of somebody without a credential, for the account that owns what is shown. */
  countOpening(accountId: string): void {
    add(this.requestsByAccount, accountId);
  }

  countOp(workbookId: string): void {
    add(this.opsByWorkbook, workbookId);
  }

  add(more: DayCounts): void {
    for (const kind of [
      'requestsByCredential',
      'requestsByAccount',
      'requestsByUser',
      'opsByWorkbook',
    ] as const)
      for (const [id, count] of more[kind]) add(this[kind], id, count);
  }
}

function add(counts: Map<string, number>, id: string, count = 1): void {
  counts.set(id, (counts.get(id) ?? 0) + count);
}
