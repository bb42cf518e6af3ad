import { isFormulaOfLetters } from '../../headers/header-marks.js';

/** The rows that are called by how they are computed, from others that have these letters: `(A)-(B)` below `Income (A)` and `Costs (B)`. */
export function formulasOfLetters(labelsOf: (row: number) => string[], rows: readonly number[]): number[] {
  const plain = (row: number) => labelsOf(row).map((label) => label.normalize('NFKC').trim());
  const formulaOf = (row: number) => plain(row).find(isFormulaOfLetters);
  const found = rows.filter((row) => formulaOf(row) !== undefined);
  if (found.length === 0) return [];
  const named = rows
    .filter((row) => !found.includes(row))
    .flatMap(plain)
    .flatMap((label) => /[([]([A-Za-z])[)\]]$/.exec(label)?.[1] ?? []);
  const letters = new Set(named);
  return found.filter((row) =>
    [...(formulaOf(row) ?? '').matchAll(/[A-Za-z]/g)].every(([one]) => letters.has(one)),
  );
}
