// Whether files of the next month are recognised and read as the one before was corrected, whether others are taken for them, and
// what that costs an upload.
//   npm run bench -- layouts [step of written sheets] [step of public files] [changes | pairs | upload-cost] [change to show]
import { runLayoutsCost } from './structure/layouts/cost.mjs';
import { runLayouts } from './structure/layouts/run.mjs';

const args = process.argv.slice(2);
const [business = '1', files = '1', part, show] = args.slice(args.indexOf('layouts') + 1);
const only = part === 'changes' || part === 'pairs' ? part : undefined;
if (part !== 'upload-cost')
  await runLayouts({ business: Number(business), files: Number(files), show, only });
if (part === undefined || part === 'upload-cost') await runLayoutsCost({ step: Number(files) });
