import type { Statement, Tx } from '../../catalog/db.js';
import { noteSessionUse } from '../../catalog/session-records.js';
import type { Credential } from '../caller.js';

/** How often the use of one session, token or key is written at most. */
const MINUTE_MS = 60_000;

interface Use {
  id: string;
  kind: Credential['kind'];
  address: string;
  at: number;
}

/** The latest use of each session, token and key that is to be written; nothing of one that was written within a minute. */
export class LastUses {
  readonly #pending = new Map<string, Use>();
  readonly #taken = new Map<string, number>();

  note(use: Use): void {
    if (use.at - (this.#taken.get(use.id) ?? 0) >= MINUTE_MS) this.#pending.set(use.id, use);
  }

  /** What is to be written now, in the same order on every node, so that none waits for another in a circle. */
  take(now: number): Use[] {
    for (const [id, at] of this.#taken) if (now - at >= MINUTE_MS) this.#taken.delete(id);
    const uses = [...this.#pending.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    this.#pending.clear();
    for (const { id, at } of uses) this.#taken.set(id, at);
    return uses;
  }

  /** What could not be written is to be written after all. */
  restore(uses: readonly Use[]): void {
    for (const use of uses) {
      this.#taken.delete(use.id);
      if (!this.#pending.has(use.id)) this.#pending.set(use.id, use);
    }
  }
}

/** Of several nodes the latest use counts. */
export function useStatements(tx: Tx, uses: readonly Use[]): Statement[] {
  return uses.map(({ id, kind, address, at: ms }) => {
    const at = new Date(ms).toISOString();
    if (kind === 'session') return noteSessionUse(tx, { id, address, at });
    return tx
      .updateTable('credentials')
      .set({ last_used_at: at })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]));
  });
}
