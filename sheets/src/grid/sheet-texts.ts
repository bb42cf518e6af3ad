import { isVisible } from '../core/visible-character.js';
import type { Texts } from './grid.js';

/** The texts of one sheet: first those shared by the whole file, then its own. */
export class SheetTexts implements Texts {
  readonly #shared: readonly string[];
  readonly #own: string[] = [];
  #ownBeginVisibly = true;
  /** Undefined until it is asked for. */
  #sharedBeginVisibly: boolean | undefined;

  constructor(shared: readonly string[]) {
    this.#shared = shared;
  }

  get sharedCount(): number {
    return this.#shared.length;
  }

  get allBeginVisibly(): boolean {
    this.#sharedBeginVisibly ??= allBeginVisibly(this.#shared);
    return this.#sharedBeginVisibly && this.#ownBeginVisibly;
  }

  add(text: string): number {
    this.#ownBeginVisibly &&= isVisible(text.charCodeAt(0));
    return this.#shared.length + this.#own.push(text) - 1;
  }

  at(index: number): string | undefined {
    const { length } = this.#shared;
    return index < length ? this.#shared[index] : this.#own[index - length];
  }
}

/** Known once for all sheets of a file. */
const knownShared = new WeakMap<readonly string[], boolean>();

function allBeginVisibly(texts: readonly string[]): boolean {
  let all = knownShared.get(texts);
  if (all === undefined) {
    all = texts.every((text) => isVisible(text.charCodeAt(0)));
    knownShared.set(texts, all);
  }
  return all;
}
