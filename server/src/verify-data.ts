import { ConfigError, readConfig } from './config.js';
import { CannotStart } from './core/cannot-start.js';
import { createLog } from './log.js';
import { openStores } from './open-stores.js';
import { verifyBlobs } from './workbook/upkeep/verify-blobs.js';

/**
 * `npm run verify-data`: reads every blob that the catalog refers to, with the configuration of the service, and
 * exits with 1 if any is damaged or missing. `--restore` restores missing ones from the trash.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const stores = await openStores(config, createLog('error'));
  const { checked, findings } = await verifyBlobs(stores, { restore: process.argv.includes('--restore') });
  await stores.catalog.close();
  for (const { state, hash, neededBy } of findings) {
    process.stdout.write(`${state} ${hash}: ${neededBy.join(', ')}\n`);
  }
  const count = (state: string) => findings.filter((finding) => finding.state === state).length;
  process.stdout.write(
    `${checked} blobs checked: ${count('damaged')} damaged, ${count('missing')} missing, ${count('restored')} restored.\n`,
  );
  process.exit(findings.some(({ state }) => state !== 'restored') ? 1 : 0);
}

main().catch((error: unknown) => {
  const isMistake = error instanceof ConfigError || error instanceof CannotStart;
  process.stderr.write(`${isMistake ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exit(2);
});
