import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AnchorKeeper } from './background/anchor-keeper.js';
import { ChargeRunner } from './background/charge-runner.js';
import { Compactor } from './background/compactor.js';
import { EventPublisher } from './background/event-publisher.js';
import { JobRunner } from './background/job-runner.js';
import { RunTracer } from './background/run-tracer.js';
import { Scheduler } from './background/scheduler.js';
import { Sweeper } from './background/sweeper.js';
import { WebhookRelay } from './background/webhook-relay.js';
import { DiskReserve } from './blobs/disk-reserve.js';
import { DiskSpace } from './blobs/disk-space.js';
import { resealGrants } from './catalog/drive-grants.js';
import { presenceRecords } from './catalog/presence-records.js';
import { resealScheduleUrls } from './catalog/schedule-records.js';
import { openServiceKeys } from './catalog/service-keys.js';
import { signingKey } from './catalog/signing-key.js';
import { resealTotpSecrets } from './catalog/totp-secrets.js';
import { resealWebhookSecrets } from './catalog/webhook-records.js';
import { ChartWorkers } from './chart-workers/chart-workers.js';
import type { Config } from './config.js';
import { UrlSignatures } from './core/url-signatures.js';
import { Engine } from './engine/engine.js';
import { AccessLog } from './features/audit/access-log.js';
import { AccessTokens } from './features/drives/access-tokens.js';
import { EventFeed, feedLimits } from './features/events/event-feed.js';
import { isCommonPassword } from './features/identity/common-passwords.js';
import { type FirstOwner, provisionOwner } from './features/identity/provision-owner.js';
import { SessionTokens } from './features/identity/session-tokens.js';
import { INGEST_JOB, registerFailedIngest, runIngestJob } from './features/ingest/ingest-job.js';
import { runStructureJob, STRUCTURE_JOB } from './features/ingest/structure-job.js';
import { RestAfterFailures } from './features/model-reading/rest-after-failures.js';
import { PresenceBoard } from './features/presence/presence-board.js';
import { AGENT_REVIEW_JOB, REVIEW_JOB, runReviewJob } from './features/review/review-job.js';
import { runNoticeJob } from './features/schedules/mail-paused.js';
import { noteFailedJob } from './features/schedules/note-failed-run.js';
import { runPullJob } from './features/schedules/run-pull.js';
import { runRefreshJob } from './features/schedules/run-refresh.js';
import { MAIL_REPORT_JOB, NOTICE_JOB, PULL_JOB, REFRESH_JOB } from './features/schedules/schedule-jobs.js';
import type { Service } from './features/service.js';
import { MATERIALIZE_JOB, runMaterializeJob } from './features/structuring/materialize-job.js';
import { runMailJob } from './features/subscriptions/run-mail.js';
import { runFormulaJob } from './features/tables/formula-job.js';
import { FORMULA_JOB } from './features/tables/formula-result.js';
import { UsageCounter } from './features/usage/usage-counter.js';
import { webhookBodies } from './features/webhooks/webhook-bodies.js';
import { FileWorkers } from './file-workers/file-workers.js';
import { openDrives } from './gateways/drives/open-drives.js';
import { publicFetcher, publicUrls } from './gateways/fetch-public.js';
import { openMail } from './gateways/mail/smtp-mail.js';
import { openModel } from './gateways/model/open-model.js';
import { OidcProvider } from './gateways/oidc.js';
import { openPayments } from './gateways/payments/open-payments.js';
import { PdfPrinter } from './gateways/pdf-printer.js';
import { PythonRunner } from './gateways/python/python-runner.js';
import { sendWebhook } from './gateways/send-webhook.js';
import type { Log } from './log.js';
import { createMetrics } from './metrics.js';
import { openStores } from './open-stores.js';
import { OpenedParts } from './opened-parts.js';
import { makeDataDirectoryPrivate } from './private-files.js';
import { reportProcesses } from './report-processes.js';
import { rememberedAccounts } from './workbook/account-of-workbook.js';
import { RecentReplies } from './workbook/reading/recent-replies.js';
import { SmallTables } from './workbook/reading/small-tables/small-tables.js';
import { SEGMENT_SIZES, type SegmentSizes } from './workbook/segment-files.js';
import { MAX_RESULT_BYTES } from './workbook/store-result-file.js';
import { tableLog } from './workbook/table-log.js';
import { bindBlobStore } from './workbook/upkeep/blob-binding.js';
import { WorkbookData } from './workbook/workbook-data.js';

const MB = 1024 * 1024;

export interface RunningService extends Service {
  jobs: JobRunner;
  /** Absent if Stripe is not configured. */
  charges: ChargeRunner | undefined;
  /** The owner created at this start, if it was the first. */
  firstOwner: FirstOwner | undefined;
  close(): Promise<void>;
}

/** Replacements in tests for the parts that reach outside; their creator closes them. */
export type ServiceOverrides = Partial<
  Pick<Service, 'disk' | 'fetchPublic' | 'model' | 'python'> & { segmentSizes: SegmentSizes }
>;

/** Opens and connects all parts. If a step fails, everything opened before it is closed again. */
export async function openService(
  config: Config,
  log: Log,
  overrides: ServiceOverrides = {},
): Promise<RunningService> {
  const opened = new OpenedParts(log);
  try {
    return await wire(config, log, overrides, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function wire(
  config: Config,
  log: Log,
  overrides: ServiceOverrides,
  opened: OpenedParts,
): Promise<RunningService> {
  const cacheDir = join(config.dataDir, 'cache');
  const keys = openServiceKeys(config);
  await makeDataDirectoryPrivate(config.dataDir).catch((error: unknown) =>
    log.warn({ err: error }, 'the data directory could not be closed to other users of this machine'),
  );
  const reserve = config.databaseUrl ? undefined : await DiskReserve.open(config.dataDir);
  const { catalog, blobs } = await openStores(config, log, keys);
  opened.add(catalog, () => catalog.close());
  await resealGrants(catalog);
  await resealWebhookSecrets(catalog);
  await resealTotpSecrets(catalog);
  await resealScheduleUrls(catalog);
  // Temporary files of an earlier process are of no use to this one.
  await rm(join(cacheDir, 'spill'), { recursive: true, force: true });
  await rm(join(cacheDir, 'out'), { recursive: true, force: true });
  await rm(join(cacheDir, 'print'), { recursive: true, force: true });
  const accountOf = rememberedAccounts(catalog);
  const metrics = createMetrics();
  const events = reportProcesses(log, metrics);
  await bindBlobStore({ catalog, blobs }, config.adoptBlobStore);
  const python =
    overrides.python ??
    opened.add(new PythonRunner({ directory: join(cacheDir, 'python'), events }), (runner) => runner.close());
  const fileWorkers = opened.add(
    new FileWorkers({ accountOf, processesPerAccount: config.engineProcesses, cacheDir, events }),
    (workers) => workers.close(),
  );
  const charts = opened.add(
    new ChartWorkers({ accountOf, processesPerAccount: config.engineProcesses, events }),
    (workers) => workers.close(),
  );
  const engine = opened.add(
    new Engine({
      accountOf,
      log: tableLog(catalog, blobs),
      processes: config.engineProcesses,
      memoryMb: config.queryMemoryMb,
      cacheDir,
      readableDirs: [join(config.dataDir, 'blobs'), join(cacheDir, 'blobs')],
      events,
    }),
    (processes) => processes.close(),
  );
  const smallTables = opened.add(new SmallTables({ memoryMb: config.smallTablesMb }), (tables) =>
    tables.close(),
  );
  const data = new WorkbookData({
    catalog,
    blobs,
    engine,
    fileWorkers,
    recentPages: new RecentReplies(),
    recentResults: new RecentReplies(),
    smallTables,
    maxUploadBytes: config.maxUploadMb * MB,
    queryTimeoutMs: config.queryTimeoutMs,
    maxResultRows: config.maxResultRows,
    maxResultBytes: Math.min(MAX_RESULT_BYTES, config.accountResultsMb * MB),
    maxPageBytes: config.maxPageMb * MB,
    segmentSizes: overrides.segmentSizes ?? SEGMENT_SIZES,
  });
  const anchors = opened.add(new AnchorKeeper({ catalog, log }), (keeper) => keeper.stop());
  const accessLog = opened.add(
    new AccessLog(catalog, (error) =>
      log.error({ err: error }, 'reads of governed data could not be written to the audit log'),
    ),
    (reads) => reads.close(),
  );
  const usage = opened.add(
    new UsageCounter(catalog, (error) => log.error({ err: error }, 'usage counts could not be written')),
    (counts) => counts.close(),
  );
  const jobs = new JobRunner({
    catalog,
    log,
    metrics,
    perAccount: config.engineProcesses,
    handlers: {
      [INGEST_JOB]: (job, commit) => runIngestJob(service, job, commit),
      [STRUCTURE_JOB]: (job, commit) => runStructureJob(service, job, commit),
      [MATERIALIZE_JOB]: (job, commit) => runMaterializeJob(service, job, commit),
      [FORMULA_JOB]: (job, commit) => runFormulaJob(service, job, commit),
      [REVIEW_JOB]: (job, commit) => runReviewJob(service, job, commit),
      [AGENT_REVIEW_JOB]: (job, commit) => runReviewJob(service, job, commit),
      [PULL_JOB]: (job, commit) => runPullJob(service, job, commit),
      [REFRESH_JOB]: (job, commit) => runRefreshJob(service, job, commit),
      [MAIL_REPORT_JOB]: (job, commit) => runMailJob(service, job, commit),
      [NOTICE_JOB]: (job, commit) => runNoticeJob(service, job, commit),
    },
    waitingKinds: [AGENT_REVIEW_JOB, PULL_JOB, MAIL_REPORT_JOB, NOTICE_JOB],
    onFailure: {
      [INGEST_JOB]: registerFailedIngest,
      [PULL_JOB]: (...failed) => noteFailedJob(service, ...failed),
      [REFRESH_JOB]: (...failed) => noteFailedJob(service, ...failed),
      [MAIL_REPORT_JOB]: (...failed) => noteFailedJob(service, ...failed),
    },
  });
  opened.add(jobs, () => jobs.stop());
  const scheduler = opened.add(
    new Scheduler({
      catalog,
      log,
      wakeJobs: () => jobs.wake(),
      quietMs: config.refreshQuietMs,
      mailQuietMs: config.mailQuietMs,
    }),
    (one) => one.stop(),
  );
  const publish = () => publisher.publishNow();
  const feed = opened.add(new EventFeed({ catalog, log, limits: feedLimits(config), publish }), (one) =>
    one.close(),
  );
  const presence = opened.add(
    new PresenceBoard({ records: presenceRecords(catalog), log, onChange: (id) => feed.nudge(id) }),
    (one) => one.close(),
  );
  const fetchPublic =
    overrides.fetchPublic ?? publicFetcher({ allowPrivateNetwork: config.allowPrivateNetwork });
  const webhooks = opened.add(
    new WebhookRelay({
      catalog,
      log,
      metrics,
      bodiesOf: (webhook, deliveries) => webhookBodies(service, webhook, deliveries),
      send: (message, connections) => sendWebhook(message, { fetchPublic, connections }),
    }),
    (relay) => relay.stop(),
  );
  const onPublished = ({ hasDeliveries }: { hasDeliveries: boolean }) => {
    feed.wake();
    if (hasDeliveries) webhooks.wake();
  };
  const publisher = opened.add(new EventPublisher({ catalog, log, onPublished }), (one) => one.stop());
  // Closed before the jobs are waited for, because some of them wait for it.
  const model = opened.add(overrides.model ?? openModel(config), (one) => one?.close());
  const payments = await openPayments(config);
  const charges =
    payments && opened.add(new ChargeRunner({ catalog, payments, log, metrics }), (runner) => runner.stop());
  const compactor = opened.add(new Compactor({ catalog, data, log }), (one) => one.stop());
  const sweeper = opened.add(
    new Sweeper({
      catalog,
      data,
      log,
      historyDays: config.historyDays,
      autoPinDays: config.autoPinDays,
      blobGraceDays: config.blobGraceDays,
      takesPayments: config.stripeSecretKey !== undefined,
    }),
    (one) => one.stop(),
  );
  const tracer = opened.add(new RunTracer({ catalog, data, log }), (one) => one.stop());
  const disk =
    overrides.disk ??
    new DiskSpace({
      directory: config.dataDir,
      lowBytes: config.lowDiskMb * MB,
      minBytes: config.minFreeDiskMb * MB,
      catalog: reserve && { reserve, shrinkLog: () => catalog.shrinkLog() },
    });
  const service: Service = {
    config,
    disk,
    log,
    metrics,
    catalog,
    data,
    charts,
    jobs,
    webhooks,
    usage,
    accountOf,
    accessLog,
    events: feed,
    presence,
    sessionTokens: await SessionTokens.open(catalog),
    uploadSignatures: new UrlSignatures(await signingKey(catalog, 'upload_signing_key')),
    linkSignatures: new UrlSignatures(await signingKey(catalog, 'link_signing_key')),
    fetchPublic,
    requirePublicUrl: publicUrls({ allowPrivateNetwork: config.allowPrivateNetwork }),
    drives: openDrives(config, { fetchPublic }),
    accessTokens: new AccessTokens(catalog),
    python,
    oidc: openOidc(config, log),
    payments,
    mail: openMail(config),
    pdfPrinter:
      config.chromium === undefined
        ? undefined
        : new PdfPrinter({ chromium: config.chromium, directory: join(cacheDir, 'print') }),
    model,
    modelRest: new RestAfterFailures(),
  };
  const configured =
    config.adminEmail && config.adminPassword
      ? { email: config.adminEmail, password: config.adminPassword }
      : undefined;
  if (configured && (await isCommonPassword(configured.password)))
    log.warn('SVC_ADMIN_PASSWORD is one of the first passwords that are tried: choose another');
  const firstOwner = await provisionOwner(catalog, configured);
  await tracer.start();
  await webhooks.start();
  publisher.start();
  await jobs.start();
  scheduler.start();
  sweeper.start();
  compactor.start();
  anchors.start();
  await charges?.start();
  return { ...service, jobs, charges, firstOwner, close: () => opened.close() };
}

/** The three settings are given together or not at all; see `config.ts`. */
function openOidc(
  { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret }: Config,
  log: Log,
): OidcProvider | undefined {
  if (!issuer || !clientId || !clientSecret) return undefined;
  return new OidcProvider({ issuer, clientId, clientSecret }, log);
}
