import type { Catalog } from '../../catalog/catalog.js';
import { change } from '../../catalog/change.js';

const FLUSH_MS = 10_000;
const MAX_PENDING = 1000;
const MAX_TABLES = 50;

type AccessAction = 'data.read' | 'access.previewed' | 'access.refused';

interface Access {
  workbookId: string;
  userId: string;
  credentialId: string | null;
  /** As in `Author`. */
  actor?: string | null | undefined;
  action: AccessAction;
  /** The operation as the OpenAPI document names it, or the tool of an agent as `mcp.query`. */
  operation: string;
  tableIds: readonly string[];
}

/** What one caller did in one workbook since the last entry. */
interface Pending {
  workbookId: string;
  userId: string;
  credentialId: string | null;
  actor: string | null;
  action: AccessAction;
  since: string;
  until: string;
  requests: Map<string, { operation: string; tables: string[]; more_tables?: number; requests: number }>;
}

/**
 * Records in a workbook's audit chain who read governed data, who was refused and who previewed the access of others.
 * Accesses are collected in memory and written as one entry per caller, workbook and action, so that a read needs no
 * commit; a crash loses at most the last seconds.
 */
export class AccessLog {
  readonly #catalog: Catalog;
  readonly #onError: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #pending = new Map<string, Pending>();

  constructor(catalog: Catalog, onError: (error: unknown) => void) {
    this.#catalog = catalog;
    this.#onError = onError;
    this.#timer = setInterval(() => this.flush().catch(onError), FLUSH_MS);
    this.#timer.unref();
  }

  record(access: Access): void {
    const { workbookId, userId, credentialId, actor = null, action, operation } = access;
    const at = new Date().toISOString();
    const caller = `${workbookId} ${userId} ${credentialId} ${action} ${actor ?? ''}`;
    const pending = this.#pending.get(caller) ?? {
      ...{ workbookId, userId, credentialId, actor, action },
      ...{ since: at, until: at, requests: new Map() },
    };
    pending.until = at;
    const tables = [...access.tableIds].sort();
    const what = `${operation} ${tables.join(' ')}`;
    const same = pending.requests.get(what) ?? {
      operation,
      tables: tables.slice(0, MAX_TABLES),
      ...(tables.length > MAX_TABLES && { more_tables: tables.length - MAX_TABLES }),
      requests: 0,
    };
    same.requests++;
    pending.requests.set(what, same);
    this.#pending.set(caller, pending);
    if (this.#pending.size > MAX_PENDING || pending.requests.size > MAX_PENDING)
      this.flush().catch(this.#onError);
  }

  async flush(): Promise<void> {
    const pending = [...this.#pending.values()];
    if (pending.length === 0) return;
    this.#pending = new Map();
    const known = await this.#existing(pending.map(({ workbookId }) => workbookId));
    const kept = pending.filter(({ workbookId }) => known.has(workbookId));
    const written = await Promise.allSettled(kept.map((entry) => this.#write(entry)));
    const failed = written.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /** Refused requests may name workbooks that never existed, which have no chain to write to. */
  async #existing(workbookIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.#catalog.db
      .selectFrom('workbooks')
      .select('id')
      .where('id', 'in', [...new Set(workbookIds)])
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  async #write({ workbookId, action, since, until, requests, ...who }: Pending): Promise<void> {
    await change(this.#catalog, { ...who, requestId: null }, (c) =>
      c.audit({ chain: workbookId, action, detail: { since, until, requests: [...requests.values()] } }),
    );
  }
}
