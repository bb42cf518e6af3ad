import { roleCount } from './line-role.js';

/**
 * How much more often than by chance one role follows another, as logarithms: `[blank rows between][role
 * above][role]`. One additional role stands for both ends of the sheet.
 */
export type FollowScores = readonly (readonly (readonly number[])[])[];

/** The weight of the order of roles against the score of each line; more would suppress rare totals. */
const orderWeight = 0.25;
const minShare = 1e-4;
const sheetEnd = roleCount;

/**
 * The most likely sequence of roles, one per line: by their probabilities and by which roles follow which.
 */
export function likelyPath(shares: Float64Array, rows: readonly number[], follows: FollowScores): Uint8Array {
  const count = rows.length;
  const cameFrom = new Uint8Array(count * roleCount);
  let scores = new Float64Array(roleCount);
  for (let line = 0; line < count; line++) {
    const next = new Float64Array(roleCount);
    // Blank rows above the first line say nothing about it.
    const isAfterBlank = line > 0 && (rows[line] as number) - (rows[line - 1] as number) > 1;
    const table = follows[isAfterBlank ? 1 : 0] ?? [];
    for (let role = 0; role < roleCount; role++) {
      const from = line === 0 ? sheetEnd : bestBefore(scores, table, role);
      const soFar = line === 0 ? 0 : (scores[from] as number);
      const share = shares[line * roleCount + role] as number;
      next[role] = soFar + Math.log(share + minShare) + orderWeight * (table[from]?.[role] ?? 0);
      cameFrom[line * roleCount + role] = from;
    }
    scores = next;
  }
  return walkBack(cameFrom, count, bestBefore(scores, follows[0] ?? [], sheetEnd));
}

function bestBefore(scores: Float64Array, table: FollowScores[number], role: number): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let from = 0; from < roleCount; from++) {
    const score = (scores[from] as number) + orderWeight * (table[from]?.[role] ?? 0);
    if (score > most) {
      most = score;
      best = from;
    }
  }
  return best;
}

function walkBack(cameFrom: Uint8Array, count: number, last: number): Uint8Array {
  const path = new Uint8Array(count);
  let role = last;
  for (let line = count - 1; line >= 0; line--) {
    path[line] = role;
    role = cameFrom[line * roleCount + role] as number;
  }
  return path;
}
