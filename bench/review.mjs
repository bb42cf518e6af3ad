// What a review costs and how often it is wrong: a lint of 50 tables of 100,000 rows, and findings on clean tables,
// those that the generator of structuring draws its sheets from; and which of the mistakes that people make it tells.
//   npm run bench -- review [--speed] [--clean] [--mistakes] [seeds a family]
import { countOnCleanTables } from './review/clean-tables.mjs';
import { measureLint } from './review/lint-speed.mjs';
import { countSeededErrors } from './review/seeded-errors.mjs';
import { signIn, startService } from './support/service.mjs';

const args = process.argv.slice(2);
const all = !args.some((arg) => ['--speed', '--clean', '--mistakes'].includes(arg));
const seeds = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 5);

const service = await startService();
try {
  const api = await signIn(service.url);
  if (all || args.includes('--speed')) await measureLint(api);
  if (all || args.includes('--mistakes')) await countSeededErrors(api);
  if (all || args.includes('--clean')) await countOnCleanTables(api, seeds);
} finally {
  await service.stop();
}
