/**
 * Output names made unique regardless of case, as the engine compares them: the second `a` becomes `a_2`. A
 * column whose actual name is `a_2` keeps it.
 */
export function uniqueColumnNames(names: readonly string[]): string[] {
  const written = new Set(names.map((name) => name.toLowerCase()));
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let n = 2; taken.has(unique.toLowerCase()); n += 1) {
      const candidate = `${name}_${n}`;
      if (!written.has(candidate.toLowerCase())) unique = candidate;
    }
    taken.add(unique.toLowerCase());
    return unique;
  });
}
