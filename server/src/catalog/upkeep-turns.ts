import { randomUUID } from 'node:crypto';
import type { Catalog } from './catalog.js';

/** Gives a turn back before it ends. */
type GiveBack = () => Promise<void>;

/**
 * Takes the turn at a task that one node does for all of them. Undefined if another node has it; a node that dies has it
 * until it ends. SQLite belongs to one process, which needs no turns.
 */
export async function takeUpkeepTurn(
  catalog: Catalog,
  task: string,
  lengthMs: number,
  now = new Date(),
): Promise<GiveBack | undefined> {
  if (catalog.kind === 'sqlite') return async () => {};
  const { db } = catalog;
  const turn = {
    holder: randomUUID(),
    until: new Date(now.getTime() + lengthMs).toISOString(),
  };
  const taken = await db
    .insertInto('upkeep_turns')
    .values({ task, ...turn })
    .onConflict((oc) =>
      oc.column('task').doUpdateSet(turn).where('upkeep_turns.until', '<=', now.toISOString()),
    )
    .returning('task')
    .executeTakeFirst();
  if (!taken) return undefined;
  return async () => {
    await db.deleteFrom('upkeep_turns').where('task', '=', task).where('holder', '=', turn.holder).execute();
  };
}
