import { createHash } from 'node:crypto';

/** The longest that OData allows. */
const LONGEST = 128;
const HASH_DIGITS = 8;
const isIdentifier = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}_]*$/u;
/** Clients on .NET and in JavaScript take letters beyond the basic plane for two unknown characters. */
const forbidden = /[^\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}_]+|[\u{10000}-\u{10ffff}]+/gu;

/**
 * A valid identifier for each name, all different, also in another case. A valid name stays as it is; of others, what
 * is forbidden becomes `_`, and those that would be the same as another get a part that their name alone decides. So the
 * order of the names makes no difference.
 */
export function identifiersOf(names: readonly string[]): Map<string, string> {
  const uses = new Map<string, number>();
  for (const name of names) {
    const key = readable(name).toLowerCase();
    uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  return new Map(
    names.map((name) => {
      const clean = readable(name);
      const isClear = clean === name || uses.get(clean.toLowerCase()) === 1;
      return [name, isClear ? clean : withHash(clean, name)];
    }),
  );
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

function withHash(clean: string, name: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_DIGITS);
  return `${clean.slice(0, LONGEST - HASH_DIGITS - 1)}_${hash}`;
}
