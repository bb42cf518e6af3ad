// The CPU time that structuring takes, over real files and over sheets made to be slow.
//   npm run bench -- cost [part of a set's name]
import { runCost } from './structure/cost.mjs';

const args = process.argv.slice(2);
await runCost(args[args.indexOf('cost') + 1] ?? '');
