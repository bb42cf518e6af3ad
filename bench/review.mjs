// What a review costs and how often it is wrong: a lint of 50 tables of 100,000 rows, and findings on clean tables,
// those that the generator of structuring draws its sheets from.
//   npm run bench -- review [--speed] [--clean] [seeds a family]
import { countOnCleanTables } from './review/clean-tables.mjs';
import { measureLint } from './review/lint-speed.mjs';
import { signIn, startService } from './support/service.mjs';

const args = process.argv.slice(2);
const both = !args.includes('--speed') && !args.includes('--clean');
const seeds = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 5);

const service = await startService();
try {
  const api = await signIn(service.url);
  if (both || args.includes('--speed')) await measureLint(api);
  if (both || args.includes('--clean')) await countOnCleanTables(api, seeds);
} finally {
  await service.stop();
}
