import { resolve } from 'node:path';
import { readConfig } from './config.js';
import { StartupError } from './core/startup-error.js';
import { createLog } from './log.js';
import { openStores } from './open-stores.js';
import { runCommand } from './run-command.js';
import { markOwnStore } from './workbook/upkeep/blob-binding.js';
import { describeFindings } from './workbook/upkeep/describe-findings.js';
import { restoreBackup } from './workbook/upkeep/restore-backup.js';
import { verifyBlobs } from './workbook/upkeep/verify-blobs.js';

/**
 * `npm run restore -- FOLDER`: restores a backup into the empty data directory of the configuration, brings the catalog to
 * this release, and reads every blob. Exits with 1 if any is damaged or missing.
 */
runCommand(async () => {
  const [folder, ...more] = process.argv.slice(2);
  if (!folder || more.length > 0) throw new StartupError('Usage: npm run restore -- FOLDER');
  const config = readConfig(process.env);
  const { databaseUrl, dataDir, secretKey, blobUrl } = config;
  if (databaseUrl)
    throw new StartupError('A backup is restored into a data directory: leave out SVC_DATABASE_URL.');
  const restoring = { folder: resolve(folder), dataDir, hasKey: secretKey !== undefined };
  const { made_at: madeAt } = await restoreBackup(restoring);
  const stores = await openStores(config, createLog('error'));
  try {
    if (!blobUrl) await markOwnStore(stores);
    const verified = await verifyBlobs(stores);
    process.stdout.write(`Restored the state of ${madeAt}.\n${describeFindings(verified)}`);
    return verified.findings.length === 0 ? 0 : 1;
  } finally {
    await stores.catalog.close();
  }
});
