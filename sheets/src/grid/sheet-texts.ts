import type { Texts } from './grid.js';

/** The texts of one sheet: first those shared by the whole file, then its own. */
export class SheetTexts implements Texts {
  readonly #shared: readonly string[];
  readonly #own: string[] = [];

  constructor(shared: readonly string[]) {
    this.#shared = shared;
  }

  get sharedCount(): number {
    return this.#shared.length;
  }

  add(text: string): number {
    return this.#shared.length + this.#own.push(text) - 1;
  }

  at(index: number): string | undefined {
    const { length } = this.#shared;
    return index < length ? this.#shared[index] : this.#own[index - length];
  }
}
