import { parseArgs } from 'node:util';
import { openCatalog } from './catalog/open-catalog.js';
import { openServiceKeys } from './catalog/service-keys.js';
import { ConfigError, readConfig } from './config.js';
import { CannotStart } from './core/cannot-start.js';
import { resetPassword } from './features/identity/reset-password.js';

/**
 * `npm run reset-password -- EMAIL`: gives a user a new password, with the configuration of the service, and prints it.
 * With `--second-factors` it removes theirs, which they have lost. On PostgreSQL the service may run meanwhile.
 */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'second-factors': { type: 'boolean', default: false } },
  });
  const [email, ...more] = positionals;
  if (!email || more.length > 0)
    throw new CannotStart('Usage: npm run reset-password -- EMAIL [--second-factors]');
  const config = readConfig(process.env);
  const catalog = await openCatalog({ ...config, keys: openServiceKeys(config) });
  const reset = await resetPassword(catalog, email, {
    removesSecondFactors: values['second-factors'],
  }).finally(() => catalog.close());
  if (!reset) throw new CannotStart(`There is no user with the e-mail address ${email}.`);
  process.stdout.write(
    `The new password of ${reset.email} is ${reset.password}\n` +
      `It is shown only here. Sessions ended: ${reset.sessionsEnded}; tokens and keys go on working.\n` +
      (reset.secondFactorsRemoved ? 'Second factors were removed.\n' : ''),
  );
}

main().catch((error: unknown) => {
  const isMistake = error instanceof ConfigError || error instanceof CannotStart;
  process.stderr.write(`${isMistake ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exit(2);
});
