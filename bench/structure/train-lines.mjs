// Fits the scorer of lines on all labelled sheets and writes its weights into the server:
//   npm run build && node bench/structure/train-lines.mjs && npm run build
import { writeFileSync } from 'node:fs';
import { packTrees } from '../../server/dist/structure/lines/boosted-trees.js';
import { countFollows } from './count-follows.mjs';
import { fitLineModel } from './fit-line-model.mjs';
import { measureSheet, readSheets, SETS } from './line-corpus.mjs';

const target = new URL('../../server/src/structure/lines/line-weights.ts', import.meta.url);
const sheets = SETS.flatMap(readSheets);
const packed = packTrees(fitLineModel(sheets, sheets.map(measureSheet)));
const follows = countFollows(sheets);
writeFileSync(
  target,
  `// Written by bench/structure/train-lines.mjs. The trees are packed as boosted-trees.ts says.
import type { FollowScores } from './likely-path.js';

export const followScores: FollowScores = JSON.parse(
  '${JSON.stringify(follows)}',
);

export const lineTrees =
  '${packed}';
`,
);
console.log(`${packed.length} characters of trees`);
