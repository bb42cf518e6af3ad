import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AnchorKeeper } from './background/anchor-keeper.js';
import { Compactor } from './background/compactor.js';
import { JobRunner } from './background/job-runner.js';
import { Sweeper } from './background/sweeper.js';
import { DiskSpace } from './blobs/disk-space.js';
import { openServiceKeys } from './catalog/service-keys.js';
import type { Config } from './config.js';
import { Engine } from './engine/engine.js';
import { AccessLog } from './features/audit/access-log.js';
import { isCommonPassword } from './features/identity/common-passwords.js';
import { type FirstOwner, provisionOwner } from './features/identity/provision-owner.js';
import { SessionTokens } from './features/identity/session-tokens.js';
import { UsageCounter } from './features/identity/usage-counter.js';
import { INGEST_JOB, leaveFailedSource, runIngestJob } from './features/ingest/ingest-job.js';
import { runStructureJob, STRUCTURE_JOB } from './features/ingest/structure-job.js';
import type { Service } from './features/service.js';
import { runFormulaJob } from './features/tables/formula-job.js';
import { FORMULA_JOB } from './features/tables/formula-result.js';
import { UploadSignatures } from './features/uploads/upload-signatures.js';
import { FileWorkers } from './file-workers/file-workers.js';
import { publicFetcher } from './gateways/fetch-public.js';
import { PythonRunner } from './gateways/python/python-runner.js';
import type { Log } from './log.js';
import { createMetrics } from './metrics.js';
import { openStores } from './open-stores.js';
import { closeDataDirectory } from './private-files.js';
import { reportProcesses } from './report-processes.js';
import { rememberedAccounts } from './workbook/account-of-workbook.js';
import { MOST_RESULT_BYTES } from './workbook/keep-file.js';
import { tableLog } from './workbook/table-log.js';
import { bindBlobStore } from './workbook/upkeep/blob-binding.js';
import { WorkbookData } from './workbook/workbook-data.js';

const MB = 1024 * 1024;

export interface RunningService extends Service {
  jobs: JobRunner;
  /** The owner made at this start, if it was the first. */
  firstOwner: FirstOwner | undefined;
  close(): Promise<void>;
}

export async function openService(config: Config, log: Log): Promise<RunningService> {
  const cacheDir = join(config.dataDir, 'cache');
  const keys = openServiceKeys(config);
  await closeDataDirectory(config.dataDir).catch((error: unknown) =>
    log.warn({ err: error }, 'the data directory could not be closed to other users of this machine'),
  );
  const { catalog, blobs } = await openStores(config, log, keys);
  // What an earlier process left in its cache is of no use to this one.
  await rm(join(cacheDir, 'spill'), { recursive: true, force: true });
  await rm(join(cacheDir, 'out'), { recursive: true, force: true });
  const accountOf = rememberedAccounts(catalog);
  const metrics = createMetrics();
  const events = reportProcesses(log, metrics);
  await bindBlobStore({ catalog, blobs }, config.adoptBlobStore);
  const engine = new Engine({
    accountOf,
    log: tableLog(catalog, blobs),
    processes: config.engineProcesses,
    memoryMb: config.queryMemoryMb,
    cacheDir,
    readableDirs: [join(config.dataDir, 'blobs'), join(cacheDir, 'blobs')],
    events,
  });
  const fileWorkers = new FileWorkers({
    accountOf,
    processesPerAccount: config.engineProcesses,
    cacheDir,
    events,
  });
  const data = new WorkbookData({
    catalog,
    blobs,
    engine,
    fileWorkers,
    maxUploadBytes: config.maxUploadMb * MB,
    queryTimeoutMs: config.queryTimeoutMs,
    maxResultRows: config.maxResultRows,
    maxResultBytes: Math.min(MOST_RESULT_BYTES, config.accountResultsMb * MB),
    maxPageBytes: config.maxPageMb * MB,
  });
  const usage = new UsageCounter(catalog, (error) =>
    log.error({ err: error }, 'usage counts could not be written'),
  );
  const accessLog = new AccessLog(catalog, (error) =>
    log.error({ err: error }, 'reads of governed data could not be written to the audit log'),
  );
  const anchors = new AnchorKeeper({ catalog, log });
  const compactor = new Compactor({ catalog, data, log });
  const sweeper = new Sweeper({ catalog, data, log, blobGraceDays: config.blobGraceDays });
  const jobs = new JobRunner({
    catalog,
    log,
    metrics,
    perAccount: config.engineProcesses,
    handlers: {
      [INGEST_JOB]: (job, commit) => runIngestJob(service, job, commit),
      [STRUCTURE_JOB]: (job, commit) => runStructureJob(service, job, commit),
      [FORMULA_JOB]: (job, commit) => runFormulaJob(service, job, commit),
    },
    onFailure: { [INGEST_JOB]: leaveFailedSource },
  });
  const disk = new DiskSpace({
    directory: config.dataDir,
    lowBytes: config.lowDiskMb * MB,
    leastBytes: config.minFreeDiskMb * MB,
  });
  const service: Service = {
    config,
    disk,
    log,
    metrics,
    catalog,
    data,
    jobs,
    usage,
    accountOf,
    accessLog,
    sessionTokens: await SessionTokens.open(catalog),
    uploadSignatures: await UploadSignatures.open(catalog),
    fetchPublic: publicFetcher({ allowPrivateNetwork: config.allowPrivateNetwork }),
    python: new PythonRunner({ directory: join(cacheDir, 'python'), events }),
  };
  const configured =
    config.adminEmail && config.adminPassword
      ? { email: config.adminEmail, password: config.adminPassword }
      : undefined;
  if (configured && (await isCommonPassword(configured.password)))
    log.warn('SVC_ADMIN_PASSWORD is one of the first passwords that are tried: choose another');
  const firstOwner = await provisionOwner(catalog, configured);
  await jobs.start();
  sweeper.start();
  compactor.start();
  anchors.start();

  const close = async (): Promise<void> => {
    sweeper.stop();
    await compactor.stop();
    await jobs.stop();
    // What cannot be written any more, as on a full disk or while the database is away, must not keep the rest from closing.
    for (const step of [() => usage.close(), () => accessLog.close(), () => anchors.stop()]) {
      await step().catch((error) => log.warn({ err: error }, 'closing without what could not be written'));
    }
    engine.close();
    fileWorkers.close();
    service.python.close();
    await catalog.close();
  };
  return { ...service, jobs, firstOwner, close };
}
