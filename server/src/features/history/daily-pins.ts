import { say } from '@workbook-data-service/contract/messages';
import type { Catalog } from '../../catalog/catalog.js';
import { type Change, change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { deleteNameless, nameless } from '../../catalog/snapshots.js';
import { purgeDeletedTables } from '../../catalog/table-records.js';
import { utcDay } from '../../core/utc-day.js';
import { DAILY, endingKinds, pinState } from '../pins/pin-state.js';

const AT_ONCE = 100;

/**
 * Pins the state of every workbook that changed on a day before this one and was not pinned since. Returns how many were
 * pinned.
 */
export async function pinChangedWorkbooks(catalog: Catalog, now: Date): Promise<number> {
  const today = utcDay(now.getTime());
  let pinned = 0;
  for (let after = ''; ; ) {
    const workbooks = await changedBefore(catalog.db, { today, after });
    for (const { id, changed, lastOp } of workbooks)
      if (await pinDay(catalog, { workbookId: id, lastOp, day: utcDay(Date.parse(changed)) })) pinned += 1;
    const last = workbooks.at(-1);
    if (!last || workbooks.length < AT_ONCE) return pinned;
    after = last.id;
  }
}

/** Workbooks with ops before a day and after their latest daily pin, each with the last of these ops. */
async function changedBefore(
  db: Db,
  { today, after }: { today: string; after: string },
): Promise<{ id: string; changed: string; lastOp: number }[]> {
  return await db
    .selectFrom('ops')
    .select((eb) => [
      'ops.workbook_id as id',
      eb.fn.max('ops.created_at').as('changed'),
      eb.fn.max('ops.op_id').as('lastOp'),
    ])
    .where('ops.workbook_id', '>', after)
    .where('ops.created_at', '<', today)
    .where('ops.kind', '!=', 'snapshot.commit')
    .where('ops.op_id', '>', (eb) =>
      eb.fn.coalesce(
        eb
          .selectFrom('snapshots')
          .select(({ fn }) => fn.max('snapshots.op_id').as('op_id'))
          .whereRef('snapshots.workbook_id', '=', 'ops.workbook_id')
          .where('snapshots.event_type', '=', DAILY),
        eb.lit(0),
      ),
    )
    .groupBy('ops.workbook_id')
    .orderBy('ops.workbook_id')
    .limit(AT_ONCE)
    .execute();
}

interface DayToPin {
  workbookId: string;
  /** The last op of the day. */
  lastOp: number;
  day: string;
}

const nobody = { userId: null, credentialId: null, requestId: null };

/** Another node may have been faster: of those that take the op, the second finds the pin of the first. */
class PinnedAlready extends Error {
  override readonly name = 'PinnedAlready';
}

async function pinDay(catalog: Catalog, { workbookId, lastOp, day }: DayToPin): Promise<boolean> {
  try {
    await change(catalog, nobody, (c) => pinOnce(c, { workbookId, lastOp, day }));
    return true;
  } catch (error) {
    if (error instanceof PinnedAlready) return false;
    throw error;
  }
}

async function pinOnce(c: Change, { workbookId, lastOp, day }: DayToPin): Promise<void> {
  const summary = say('pin-daily', { day });
  await pinState(c, workbookId, { summary, eventType: DAILY, automatic: true });
  const { pins } = await c.tx
    .selectFrom('snapshots')
    .select((eb) => eb.fn.countAll().as('pins'))
    .where('workbook_id', '=', workbookId)
    .where('event_type', '=', DAILY)
    .where('op_id', '>', lastOp)
    .executeTakeFirstOrThrow();
  if (Number(pins) > 1) throw new PinnedAlready();
}

/** Ends the states that the service pinned before a time, and deleted tables that no other state has. Returns how many. */
export async function endPins(catalog: Catalog, before: Date): Promise<number> {
  let ended = 0;
  for (;;) {
    const page = { kinds: endingKinds, before: before.toISOString(), limit: AT_ONCE };
    const pins = await nameless(catalog.db, page);
    for (const { id } of pins) await catalog.transaction((tx) => deleteNameless(tx, id));
    for (const workbookId of new Set(pins.map(({ workbook_id }) => workbook_id)))
      await catalog.transaction((tx) => purgeDeletedTables(tx, workbookId));
    ended += pins.length;
    if (pins.length < AT_ONCE) return ended;
  }
}
