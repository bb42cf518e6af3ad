// Right readings of the written sheets, damaged: how often the loss is told, and how often a right correction is blamed.
//   npm run bench -- damage [kind of damage] [every how many sheets]
import { runDamage } from './structure/damage/run.mjs';

const args = process.argv.slice(2);
await runDamage(args.slice(args.indexOf('damage') + 1));
