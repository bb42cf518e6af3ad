import { parseArgs } from 'node:util';
import { openCatalog } from './catalog/open-catalog.js';
import { openServiceKeys } from './catalog/service-keys.js';
import { readConfig } from './config.js';
import { StartupError } from './core/startup-error.js';
import { resetPassword } from './features/identity/reset-password.js';
import { runCommand } from './run-command.js';

/**
 * `npm run reset-password -- EMAIL`: gives a user a new password, with the configuration of the service, and prints it.
 * With `--second-factors` it removes theirs, which they have lost. On PostgreSQL the service may run meanwhile.
 */
runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'second-factors': { type: 'boolean', default: false } },
  });
  const [email, ...more] = positionals;
  if (!email || more.length > 0)
    throw new StartupError('Usage: npm run reset-password -- EMAIL [--second-factors]');
  const config = readConfig(process.env);
  const catalog = await openCatalog({ ...config, keys: openServiceKeys(config) });
  const reset = await resetPassword(catalog, email, {
    removesSecondFactors: values['second-factors'],
  }).finally(() => catalog.close());
  if (!reset) throw new StartupError(`There is no user with the e-mail address ${email}.`);
  process.stdout.write(
    `The new password of ${reset.email} is ${reset.password}\n` +
      `It is shown only here. Sessions ended: ${reset.sessionsEnded}; tokens and keys go on working.\n` +
      (reset.secondFactorsRemoved ? 'Second factors were removed.\n' : ''),
  );
  return 0;
});
