// Macro F1 of the roles of lines, leaving one set out: the model is trained on two sets and tested on the
// third.

import { weighClasses } from '#server/structure/lines/boosted-trees.js';
import { likelyPath } from '#server/structure/lines/likely-path.js';
import { roleCount, scoredRoles } from '#server/structure/lines/line-role.js';
import { printTable } from '../support/measure.mjs';
import { countFollows } from './count-follows.mjs';
import { fitLineModel } from './fit-line-model.mjs';
import { measureSheet, readSheets, SETS } from './line-corpus.mjs';
import { scoreLines } from './score.mjs';

const goals = { saus: 0.85, cius: 0.85, deex: 0.8 };
const sheets = Object.fromEntries(SETS.map((set) => [set, readSheets(set)]));
const measured = Object.fromEntries(SETS.map((set) => [set, sheets[set].map(measureSheet)]));

const rows = SETS.map((left) => {
  const others = SETS.filter((set) => set !== left);
  const training = others.flatMap((set) => sheets[set]);
  const trees = fitLineModel(
    training,
    others.flatMap((set) => measured[set]),
  );
  const follows = countFollows(training);
  const score = scoreLines(
    sheets[left].map(({ file, labels }) => ({ file, lines: labels })),
    measured[left].map((sheet) => ({ file: sheet.file, lines: rolesBy(trees, follows, sheet) })),
  );
  return [
    left,
    score.macro_f1,
    goals[left],
    score.accuracy,
    ...scoredRoles.map((role) => score.per_role[role]),
  ];
});
printTable('Roles of lines, the set left out', ['set', 'macro F1', 'goal', 'accuracy', ...scoredRoles], rows);

function rolesBy(trees, follows, { labels, lines, features }) {
  const shares = new Float64Array(lines.length * roleCount);
  for (const [index, values] of features.entries()) weighClasses(trees, values, shares, index * roleCount);
  const rowsOfLines = lines.map(({ row }) => row);
  const path = likelyPath(shares, rowsOfLines, follows);
  const roles = labels.map(() => 'empty');
  rowsOfLines.forEach((row, index) => {
    roles[row] = scoredRoles[path[index]];
  });
  return roles;
}
