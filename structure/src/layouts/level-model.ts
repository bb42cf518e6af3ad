import type { LevelModel } from './remembered.js';
import type { RowLook } from './row-looks.js';

/** A row, and what its label says where no other kind of row has it. */
export interface LevelRow extends RowLook {
  label: number | undefined;
}

/** What the depth of a row may follow from, the most telling first. */
const signs: readonly ((row: LevelRow, above: string) => string)[] = [
  (row, above) => `${row.role} ${row.place} ${row.style} ${row.isAfterBlank} ${above}`,
  (row, above) => `${row.role} ${row.place} ${row.isAfterBlank} ${above}`,
  (row) => `${row.role} ${row.place} ${row.style}`,
  (row) => `${row.role} ${row.place}`,
  (row, above) => `${row.role} ${row.isAfterBlank} ${above}`,
  (row) => row.role,
];

/** What is known by its labels alone has no rule for new rows. */
const maxLabels = 200;
const maxLabelled = 0.4;
const maxRounds = 8;
/** Fewer rows of a look at one depth do not make a rule, from which others are exceptions. */
const usualShare = 0.7;

/**
 * By what the depths of rows can be told from how they look, and from the labels of some, of those that head others first; null where that does
 * not give exactly these depths.
 */
export function learnLevels(rows: readonly LevelRow[], depths: readonly number[]): LevelModel | null {
  const labels = new Map<number, number>();
  for (let round = 0; round < maxRounds; round++) {
    const model = { signs: tablesOf(rows, depths, labels), labels: Object.fromEntries(labels) };
    const wrong = rows.flatMap((_, at) =>
      depthBy(model, rows, at, depths[at - 1]) === depths[at] ? [] : [at],
    );
    if (wrong.length === 0) return model;
    const mendable = wrong.filter((at) => isTelling(rows, depths, at));
    const heads = mendable.filter((at) => headsOthers(rows, depths, at));
    for (const at of heads.length > 0 ? heads : mendable) labels.set(rows[at]?.label ?? 0, depths[at] ?? 0);
    if (mendable.length === 0 || labels.size > Math.min(maxLabels, rows.length * maxLabelled)) return null;
  }
  return null;
}

/** A row is known by its label where all that are called so are at one depth. */
function isTelling(rows: readonly LevelRow[], depths: readonly number[], at: number): boolean {
  const label = rows[at]?.label;
  return (
    label !== undefined && rows.every((row, other) => row.label !== label || depths[other] === depths[at])
  );
}

const headsOthers = (rows: readonly LevelRow[], depths: readonly number[], at: number) =>
  rows[at]?.role !== 'record' || (depths[at + 1] ?? 0) > (depths[at] ?? 0);

function tablesOf(
  rows: readonly LevelRow[],
  depths: readonly number[],
  labels: ReadonlyMap<number, number>,
): LevelModel['signs'] {
  return signs.map((signOf) => {
    const counts = new Map<string, number[]>();
    for (const [at, row] of rows.entries()) {
      if (row.label !== undefined && labels.has(row.label)) continue;
      const sign = signOf(row, aboveOf(rows[at - 1], depths[at - 1]));
      const ofSign = counts.get(sign) ?? [];
      const depth = depths[at] ?? 0;
      ofSign[depth] = (ofSign[depth] ?? 0) + 1;
      counts.set(sign, ofSign);
    }
    return Object.fromEntries(
      [...counts].flatMap(([sign, ofSign]) => {
        const all = ofSign.reduce((sum, count) => sum + (count ?? 0), 0);
        const depth = ofSign.findIndex((count) => (count ?? 0) >= usualShare * all);
        return depth < 0 ? [] : [[sign, depth]];
      }),
    );
  });
}

const aboveOf = (row: LevelRow | undefined, depth: number | undefined) =>
  row ? `${row.role} ${depth}` : 'top';

/** The depth of each row; undefined where one is not known, or stands below nothing. */
export function depthsBy(model: LevelModel, rows: readonly LevelRow[]): number[] | undefined {
  const depths: number[] = [];
  for (const at of rows.keys()) {
    const depth = depthBy(model, rows, at, depths[at - 1]);
    if (depth === undefined || depth > (depths[at - 1] ?? -1) + 1) return undefined;
    depths.push(depth);
  }
  return depths;
}

/** By the label of a row, or by the first sign that is known. */
function depthBy(
  model: LevelModel,
  rows: readonly LevelRow[],
  at: number,
  depthAbove: number | undefined,
): number | undefined {
  const row = rows[at] as LevelRow;
  const known = row.label === undefined ? undefined : model.labels[row.label];
  if (known !== undefined) return known;
  const above = aboveOf(rows[at - 1], depthAbove);
  for (const [n, signOf] of signs.entries()) {
    const depth = model.signs[n]?.[signOf(row, above)];
    if (depth !== undefined) return depth;
  }
  return undefined;
}
