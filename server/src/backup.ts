import { resolve } from 'node:path';
import { readConfig } from './config.js';
import { StartupError } from './core/startup-error.js';
import { runCommand } from './run-command.js';
import { backUp } from './workbook/upkeep/back-up.js';

/**
 * `npm run backup -- FOLDER`: backs up the SQLite catalog, its key and its blobs, with the configuration of the service,
 * which may run meanwhile. Exits with 1 if the service has lost blobs.
 */
runCommand(async () => {
  const [folder, ...more] = process.argv.slice(2);
  if (!folder || more.length > 0) throw new StartupError('Usage: npm run backup -- FOLDER');
  const { databaseUrl, blobUrl, dataDir } = readConfig(process.env);
  if (databaseUrl)
    throw new StartupError('The catalog is in PostgreSQL: back it up with the tools of PostgreSQL.');
  const hasBlobs = blobUrl === undefined;
  const { madeAt, blobs, copied, lost } = await backUp({ dataDir, hasBlobs, folder: resolve(folder) });
  for (const hash of lost) process.stderr.write(`lost ${hash}\n`);
  const kept = hasBlobs ? `${blobs} blobs, ${copied} of them new` : 'its blobs are in the bucket';
  process.stdout.write(`Backed up the state of ${madeAt}: ${kept}.\n`);
  if (lost.length === 0) return 0;
  process.stderr.write(
    `${lost.length} blobs are missing or damaged: npm run verify-data says what needs them.\n`,
  );
  return 1;
});
