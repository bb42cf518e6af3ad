// Everyday sheets to train the line model on: those of the outcome benchmark, with other seeds.
import { families } from './outcomes/families.mjs';
import { makeCase } from './outcomes/make-case.mjs';

/** Far from the seeds that anybody measures with. */
const FIRST_SEED = 500_000;

/** `count` sheets of each family as labelled rows of texts; a part of them without their looks. */
export function drawEverydaySheets(names, count, random) {
  return names.flatMap((family) =>
    Array.from({ length: count }, (_, at) => {
      const { rows, labels, ...look } = makeCase(family, FIRST_SEED + at).page.labelled();
      return { file: `${family}/${at}`, rows, labels, ...(random() < 0.7 && look) };
    }),
  );
}

export const everydayFamilies = Object.keys(families);
