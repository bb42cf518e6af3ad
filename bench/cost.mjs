// The CPU time that structuring takes, over real files, over sheets made to be slow, and in addition to reading a plain list.
//   npm run bench -- cost [part of a set's name, or `plain`]
import { runCost } from './structure/cost.mjs';
import { runPlainListCost } from './structure/plain-list-cost.mjs';

const args = process.argv.slice(2);
const part = args[args.indexOf('cost') + 1] ?? '';
if (part !== 'plain') await runCost(part);
if (part === '' || part === 'plain') await runPlainListCost();
