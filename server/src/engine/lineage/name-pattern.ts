/** Only syntax that RE2, which DuckDB uses, and JavaScript read alike; no group is repeated. */
const commonSyntax = /^(?:[\w \-.|(^$]|\)(?![*+?])|(?<!\()[*+?]|\[\^?[\w -]+\]|\\[dwb.$^*+?()[\]{}|\\-])*$/;
/** JavaScript backtracks where RE2 does not, so repetitions are limited. */
const maximumRepeats = 2;
const maximumGroups = 1;
const maximumName = 128;

/** Whether a name matches the pattern of COLUMNS('…'); undefined if the pattern is not supported. */
export function patternMatches(pattern: string, name: string): boolean | undefined {
  const repeats = pattern.match(/[*+?]/g) ?? [];
  const groups = pattern.match(/\(/g) ?? [];
  const tooMuch =
    repeats.length > maximumRepeats || groups.length > maximumGroups || name.length > maximumName;
  if (tooMuch || !commonSyntax.test(pattern)) return undefined;
  try {
    return new RegExp(pattern).test(name);
  } catch {
    return undefined;
  }
}
