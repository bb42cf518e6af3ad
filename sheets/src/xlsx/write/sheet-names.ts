const LONGEST = 31;
const FALLBACK = 'Sheet';

/** Chooses unique names that Excel accepts for the sheets of one workbook. */
export class SheetNames {
  readonly #taken = new Set<string>();

  add(wanted: string): string {
    const name = valid(wanted);
    let candidate = name;
    for (let number = 2; this.#taken.has(candidate.toLowerCase()); number++) {
      const suffix = ` (${number})`;
      candidate = cut(name, LONGEST - suffix.length) + suffix;
    }
    this.#taken.add(candidate.toLowerCase());
    return candidate;
  }
}

function valid(wanted: string): string {
  const legal = wanted.replace(/[[\]:*?/\\]/g, '_').replace(/[\p{Cc}\p{Cs}]/gu, ' ');
  const name = trimmed(cut(trimmed(legal), LONGEST)) || FALLBACK;
  // Excel reserves this name.
  return name.toLowerCase() === 'history' ? `${name}_` : name;
}

/** Excel allows neither a space nor an apostrophe at either end. */
function trimmed(text: string): string {
  return text.replace(/^[\s']+|[\s']+$/g, '');
}

/** Excel counts UTF-16 units; half a surrogate pair is dropped. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
