/** The known name with the fewest edits to reach it, for "did you mean". */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  return byDistance(name, known)[0]?.candidate;
}

/** As many known names that share at least half of their letters with it, the nearest first. */
export function nearNames(name: string, known: readonly string[], count: number): string[] {
  return byDistance(name, known)
    .filter(({ candidate, distance }) => distance * 2 <= Math.max(name.length, candidate.length))
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

function byDistance(name: string, known: readonly string[]): { candidate: string; distance: number }[] {
  return known
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance);
}

/** Levenshtein: letters inserted, deleted or replaced. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, length) => length);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = at(row, column - 1) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, at(row, column) + 1, at(next, column - 1) + 1));
    }
    row = next;
  }
  return at(row, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
