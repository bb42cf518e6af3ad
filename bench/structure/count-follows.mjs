// Which roles follow which, counted on labelled sheets; see FollowScores in likely-path.ts.
import { roleCount, roleIndex } from '#structure/lines/line-role.js';

const END = roleCount;
/** Longer runs of data add nothing about order. */
const LONGEST_RUN = 20;

export function countFollows(sheets) {
  const counts = [0, 1].map(() => Array.from({ length: END + 1 }, () => new Array(END + 1).fill(1)));
  for (const { labels } of sheets) {
    let before = END;
    let blank = 0;
    let run = 0;
    for (const label of labels) {
      if (label === 'empty') {
        blank = 1;
        continue;
      }
      const role = roleIndex[label];
      run = role === before ? run + 1 : 0;
      if (run < LONGEST_RUN) counts[blank][before][role]++;
      before = role;
      blank = 0;
    }
    counts[0][before][END]++;
  }
  return toScores(counts);
}

function toScores(counts) {
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const perRole = counts[0][0].map((_, role) =>
    sum(counts.flatMap((table) => table.map((row) => row[role]))),
  );
  const all = sum(perRole);
  return counts.map((table) =>
    table.map((row) =>
      row.map((count, role) => Number(Math.log(count / sum(row) / (perRole[role] / all)).toFixed(2))),
    ),
  );
}
