// Whether files of the next month are recognised and read as the one before was corrected, and whether others are taken for them.
//   npm run bench -- layouts [step of written sheets] [step of public files] [change to show]
import { runLayouts } from './structure/layouts/run.mjs';

const args = process.argv.slice(2);
const [business = '1', files = '1', show] = args.slice(args.indexOf('layouts') + 1);
await runLayouts({ business: Number(business), files: Number(files), show });
