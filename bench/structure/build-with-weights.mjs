// The structuring as built, but with other weights of the line model, to measure a model through the parse spec.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packTrees } from '#structure/lines/boosted-trees.js';

const built = fileURLToPath(new URL('../../structure/dist', import.meta.url));
/** Inside the repository, so that the build finds its packages. */
const copies = fileURLToPath(new URL('../../node_modules/.cache/line-models/', import.meta.url));

/** What the line model is, as the source of its weights. */
export function weightsSource({ trees, follows }) {
  return `export const followScores = JSON.parse(
  '${JSON.stringify(follows)}',
);

export const lineTrees =
  '${packTrees(trees)}';
`;
}

/** Runs `work` with a function that loads a module of that build. */
export async function withWeights(model, work) {
  const folder = `${copies}${process.pid}-${performance.now()}`;
  mkdirSync(folder, { recursive: true });
  try {
    cpSync(built, folder, { recursive: true });
    writeFileSync(`${folder}/package.json`, '{ "type": "module" }');
    writeFileSync(`${folder}/lines/line-weights.js`, weightsSource(model));
    return await work((path) => import(`${folder}/${path}`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
