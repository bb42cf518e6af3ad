import type { Catalog } from '../catalog/catalog.js';
import { deleteEventsBefore } from '../catalog/event-records.js';
import { deleteInvitationsExpiredBefore } from '../catalog/invitations.js';
import { deleteJobsFinishedBefore } from '../catalog/job-records.js';
import { deleteMailedLinksExpiredBefore } from '../catalog/mailed-links.js';
import { deleteIdleOAuthClients } from '../catalog/oauth-clients.js';
import { deleteOAuthRecordsExpiredBefore } from '../catalog/oauth-records.js';
import { deleteParquetCopiesUnusedSince } from '../catalog/parquet-copies.js';
import { deleteRunsFinishedBefore } from '../catalog/schedule-runs.js';
import { deleteSessionsExpiredBefore } from '../catalog/session-records.js';
import { takeUpkeepTurn } from '../catalog/upkeep-turns.js';
import { deleteDeliveriesQueuedBefore } from '../catalog/webhook-deliveries.js';
import { forgetPreviousSecrets } from '../catalog/webhook-records.js';
import { utcDay } from '../core/utc-day.js';
import { settleOverage } from '../features/billing/settle-overage.js';
import { endPins, pinChangedWorkbooks } from '../features/history/daily-pins.js';
import { releaseExpired } from '../features/query/release-results.js';
import { sampleActiveAccounts } from '../features/usage/sample-stock.js';
import { deleteUsageBefore } from '../features/usage/usage-records.js';
import type { Log } from '../log.js';
import { endHistory } from '../workbook/upkeep/end-history.js';
import { type SweptBlobs, sweepBlobs } from '../workbook/upkeep/sweep-blobs.js';
import type { WorkbookData } from '../workbook/workbook-data.js';

const EVERY_MS = 60 * 60 * 1000;
/** A little shorter, so that the next one is not missed by a moment. */
const TURN_MS = EVERY_MS - 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Longer than the longest span that can be asked for. */
const USAGE_DAYS = 400;

interface SweeperOptions {
  catalog: Catalog;
  data: WorkbookData;
  log: Log;
  /** After how many days versions of tables end that nothing needs; 0 if they never do. */
  historyDays: number;
  /** How many days states are kept that the service pins by itself; 0 if it pins none. */
  autoPinDays: number;
  /** How many days unreferenced blobs stay in place, and then again in the trash. */
  blobGraceDays: number;
  /** Whether cards can be charged. */
  takesPayments: boolean;
}

/**
 * Pins what changed the day before, ends old pins, and old versions of tables if it is to, deletes expired results, unused Parquet copies, upload slots, sessions, invitations and answers, old jobs, events, deliveries and usage,
 * apps that nobody lets in, and unreferenced blobs; samples what accounts store; and has debts of past months settled.
 */
export class Sweeper {
  readonly #options: SweeperOptions;
  #timer: NodeJS.Timeout | undefined;
  #mayNotSweep = false;

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#sweepForAll().catch((error) => this.#options.log.error({ err: error }, 'sweeping failed'));
    }, EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Of several nodes, one sweeps in an hour. */
  async #sweepForAll(): Promise<void> {
    if (await takeUpkeepTurn(this.#options.catalog, 'sweep', TURN_MS)) await this.sweep(new Date());
  }

  async sweep(now: Date): Promise<void> {
    const { catalog, data, log, historyDays, autoPinDays, takesPayments } = this.#options;
    const { db } = catalog;
    const startedAt = Date.now();
    const current = now.toISOString();
    const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
    const monthAgo = new Date(now.getTime() - 30 * DAY_MS).toISOString();
    const quarterAgo = new Date(now.getTime() - 90 * DAY_MS).toISOString();
    if (takesPayments) await settleOverage(catalog, now);
    await releaseExpired(catalog, data, now);
    const rows = {
      results: await rowsDeleted(db.deleteFrom('results').where('expires_at', '<=', dayAgo)),
      idempotency_answers: await rowsDeleted(
        db.deleteFrom('idempotency_answers').where('expires_at', '<=', current),
      ),
      parquet_copies: await rowsDeleted(deleteParquetCopiesUnusedSince(db, dayAgo)),
      sessions: await rowsDeleted(deleteSessionsExpiredBefore(db, dayAgo)),
      sign_in_attempts: await rowsDeleted(
        db
          .deleteFrom('sign_in_attempts')
          .where('last_at', '<=', dayAgo)
          .where((eb) => eb.or([eb('succeeded_at', 'is', null), eb('succeeded_at', '<=', monthAgo)])),
      ),
      invitations: await rowsDeleted(deleteInvitationsExpiredBefore(db, dayAgo)),
      jobs: await rowsDeleted(deleteJobsFinishedBefore(db, dayAgo)),
      schedule_runs: await rowsDeleted(deleteRunsFinishedBefore(db, quarterAgo)),
      mailed_links: await rowsDeleted(deleteMailedLinksExpiredBefore(db, dayAgo)),
      oauth_records: await rowsDeleted(deleteOAuthRecordsExpiredBefore(db, current)),
      oauth_clients: await rowsDeleted(
        deleteIdleOAuthClients(db, { unusedSince: dayAgo, idleSince: quarterAgo, now: current }),
      ),
      webhook_deliveries: await rowsDeleted(deleteDeliveriesQueuedBefore(db, monthAgo)),
      previous_secrets: await forgetPreviousSecrets(db, current),
      upload_slots: await rowsDeleted(db.deleteFrom('upload_slots').where('expires_at', '<=', dayAgo)),
      stripe_events: await rowsDeleted(db.deleteFrom('stripe_events').where('received_at', '<=', monthAgo)),
      outbox: await rowsDeleted(deleteEventsBefore(db, dayAgo)),
      usage: await deleteUsageBefore(db, utcDay(now.getTime() - USAGE_DAYS * DAY_MS)),
    };
    const pins =
      autoPinDays > 0
        ? {
            pinned: await pinChangedWorkbooks(catalog, now),
            ended: await endPins(catalog, new Date(now.getTime() - autoPinDays * DAY_MS)),
          }
        : {};
    const endedTables =
      historyDays > 0 ? await endHistory(data, new Date(now.getTime() - historyDays * DAY_MS)) : 0;
    const blobs = await this.#sweepBlobs(now);
    await sampleActiveAccounts(db, now);
    const did = Object.values({ ...rows, ...blobs, ...pins, endedTables }).some((count) => count > 0);
    log[did ? 'info' : 'debug'](
      { rows, blobs, pins, ended_tables: endedTables, ms: Date.now() - startedAt },
      'swept',
    );
  }

  async #sweepBlobs(now: Date): Promise<Omit<SweptBlobs, 'restored'> | undefined> {
    const { data, log, blobGraceDays } = this.#options;
    const swept = await sweepBlobs(data, { now, graceDays: blobGraceDays });
    if (!swept && !this.#mayNotSweep)
      log.error(
        'blobs are not swept: another catalog has swept or taken over the blob store; see docs/operations.md, "Catalog and blob store"',
      );
    this.#mayNotSweep = !swept;
    if (!swept) return undefined;
    const { restored, ...counts } = swept;
    if (restored.length > 0)
      log.error({ blobs: restored }, 'blobs were in the trash, though the catalog refers to them: put back');
    return counts;
  }
}

async function rowsDeleted(deletion: {
  executeTakeFirst(): Promise<{ numDeletedRows: bigint }>;
}): Promise<number> {
  return Number((await deletion.executeTakeFirst()).numDeletedRows);
}
