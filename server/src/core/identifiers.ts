import { createHash } from 'node:crypto';

/** The longest that OData allows; Delta Sharing allows more. */
const LONGEST = 128;
const HASH_DIGITS = 8;
const isIdentifier = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}_]*$/u;
/** Clients on .NET and in JavaScript take letters beyond the basic plane for two unknown characters. */
const forbidden = /[^\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}_]+|[\u{10000}-\u{10ffff}]+/gu;

interface Named {
  name: string;
  /** What distinguishes it from others with its name. */
  key: string;
}

/**
 * A valid identifier for each name, all different, also in another case. A valid name stays as it is; of others, what
 * is forbidden becomes `_`, and those that would be the same as another get a part that their name alone decides. So the
 * order of the names makes no difference.
 */
export function identifiersOf(names: readonly string[]): Map<string, string> {
  const identifiers = identifiersByKey(names.map((name) => ({ name, key: name })));
  return new Map(names.map((name, i) => [name, identifiers[i] as string]));
}

/** The same where several may have one name: each of these gets a part that its key decides. */
export function identifiersByKey(all: readonly Named[]): string[] {
  const names = counts(all.map(({ name }) => name));
  const identifiers = counts(all.map(({ name }) => readable(name)));
  return all.map(({ name, key }) => {
    const clean = readable(name);
    const isAlone = identifiers.get(clean.toLowerCase()) === 1;
    const isValid = clean === name && names.get(name.toLowerCase()) === 1;
    return isAlone || isValid ? clean : withHash(clean, key);
  });
}

function counts(texts: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const text of texts) found.set(text.toLowerCase(), (found.get(text.toLowerCase()) ?? 0) + 1);
  return found;
}

/** These are values in a filter. */
const literals = /^(?:null|true|false|inf|nan)$/i;

function readable(name: string): string {
  if (literals.test(name)) return `${name}_`;
  if (name.length <= LONGEST && isIdentifier.test(name) && !/[\u{10000}-\u{10ffff}]/u.test(name)) return name;
  const clean = name.replace(forbidden, '_').replace(/^_+|_+$/g, '');
  const begun = /^[\p{L}\p{Nl}]/u.test(clean) ? clean : `_${clean}`;
  return begun.length <= LONGEST ? begun : withHash(begun, name);
}

function withHash(clean: string, key: string): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, HASH_DIGITS);
  return `${clean.slice(0, LONGEST - HASH_DIGITS - 1)}_${hash}`;
}
