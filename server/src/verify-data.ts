import { readConfig } from './config.js';
import { createLog } from './log.js';
import { openStores } from './open-stores.js';
import { runCommand } from './run-command.js';
import { describeFindings } from './workbook/upkeep/describe-findings.js';
import { verifyBlobs } from './workbook/upkeep/verify-blobs.js';

/**
 * `npm run verify-data`: reads every blob that the catalog refers to, with the configuration of the service, and
 * exits with 1 if any is damaged or missing. `--restore` restores missing ones from the trash.
 */
runCommand(async () => {
  const stores = await openStores(readConfig(process.env), createLog('error'));
  try {
    const verified = await verifyBlobs(stores, { restore: process.argv.includes('--restore') });
    process.stdout.write(describeFindings(verified));
    return verified.findings.every(({ state }) => state === 'restored') ? 0 : 1;
  } finally {
    await stores.catalog.close();
  }
});
