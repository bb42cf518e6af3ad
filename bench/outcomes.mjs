// Known tables are drawn as sheets in many styles, structured as an upload is, and demanded back exactly.
//   npm run bench -- outcomes [family|all] [first seed] [count] [--styles] [--wrong]
//   npm run bench -- outcomes --show family seed
import { runOutcomes } from './structure/outcomes/run.mjs';

const args = process.argv.slice(2);
await runOutcomes(args.slice(args.indexOf('outcomes') + 1));
