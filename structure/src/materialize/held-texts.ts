import type { ArrangedTable } from './materialized-table.js';

/** What is compared of a text: its words, or its signs where it has none, as `%`. */
function wordsOf(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase();
  const words = plain
    .replaceAll(/(?<=\d)\.0+(?!\d)/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words || signsOf(plain).join('');
}

const signsOf = (text: string) => text.match(/[^\p{L}\p{N}\s()[\]]+/gu) ?? [];

const isWordCharacter = (character: string | undefined) =>
  character !== undefined && /[\p{Script=Latin}\p{N}]/u.test(character);

/** Whether a text is told by another one: as a whole, not as a part of its words or numbers. */
export function standsIn(told: string, text: string): boolean {
  return contains(wordsOf(told), wordsOf(text));
}

function contains(told: string, words: string): boolean {
  if (words === '') return false;
  for (let at = told.indexOf(words); at >= 0; at = told.indexOf(words, at + 1)) {
    const goesOn = (edge: string | undefined, beyond: string | undefined) =>
      isWordCharacter(edge) && isWordCharacter(beyond);
    if (!goesOn(words[0], told[at - 1]) && !goesOn(words.at(-1), told[at + words.length])) return true;
  }
  return false;
}

/** Looking for more texts within others would be slow; most are names as they are. */
const maxSearched = 2000;

/** The texts that tables have outside their cells: names of columns, in the sheet too, units and periods. */
export class HeldTexts {
  readonly #whole = new Set<string>();
  readonly #known = new Map<string, boolean>();
  readonly #all: string;

  constructor(tables: readonly ArrangedTable[]) {
    for (const { columns, labels = [] } of tables) {
      for (const label of labels) this.#add(label);
      for (const { name, originalName, unit } of columns)
        for (const text of [name, originalName, unit, unit && `${name} ${unit}`]) if (text) this.#add(text);
    }
    this.#all = [...this.#whole].join('\n');
  }

  #add(text: string): void {
    for (const one of [wordsOf(text), ...signsOf(text)]) this.#whole.add(one);
  }

  has(text: string): boolean {
    const words = wordsOf(text);
    if (this.#whole.has(words)) return true;
    let isHeld = this.#known.get(words);
    if (isHeld === undefined) {
      isHeld = this.#known.size < maxSearched && contains(this.#all, words);
      this.#known.set(words, isHeld);
    }
    return isHeld;
  }
}
