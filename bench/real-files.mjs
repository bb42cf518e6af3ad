// Real sheets, structured as an upload is, and compared with the tables written down by hand in
// structure/expected.
//   npm run bench -- real-files [part of a name] [--show] [--truth] [--municipal]
import { runRealFiles } from './structure/expected/run.mjs';

const args = process.argv.slice(2);
await runRealFiles(args.slice(args.indexOf('real-files') + 1));
