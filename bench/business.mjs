// Typical business sheets written by hand, with the tables that a person would make from them.
//   npm run bench -- business [sheet | changed]
import { runBusiness } from './structure/business/run.mjs';

const args = process.argv.slice(2);
await runBusiness(args.slice(args.indexOf('business') + 1));
