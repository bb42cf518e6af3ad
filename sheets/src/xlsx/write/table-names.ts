const LONGEST = 255;

/** Chooses unique names that Excel accepts for the tables of one workbook. */
export class TableNames {
  readonly #taken = new Set<string>();

  add(wanted: string): string {
    const name = valid(wanted);
    let candidate = name;
    for (let number = 2; this.#taken.has(candidate.toLowerCase()); number++) {
      candidate = `${name}_${number}`;
    }
    this.#taken.add(candidate.toLowerCase());
    return candidate;
  }
}

/** A1 and R1C1 references, and the two names that are values. */
const reserved = /^(?:[a-z]{1,3}\d+|r\d*(?:c\d*)?|c\d*|true|false)$/i;

function valid(wanted: string): string {
  const legal = wanted.replace(/[^\p{L}\p{Nd}_.]/gu, '_').slice(0, LONGEST / 2);
  return /^[\p{L}_]/u.test(legal) && !reserved.test(legal) ? legal : `_${legal}`;
}
