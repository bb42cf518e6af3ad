import { type Message, type Say, sayFrom, whyOf } from '../core/message.js';
import { formulaSentences } from './formula-sentences.js';

export const sayOfFormula: Say<typeof formulaSentences> = sayFrom(formulaSentences);

/** A formula that cannot be accepted, and why; with the character, counted from 1, where one is at fault. */
export class FormulaRefused extends Error {
  override readonly name = 'FormulaRefused';
  readonly said: Message;

  constructor(
    why: Message,
    at?: number,
    readonly fix?: Message,
  ) {
    const said = at === undefined ? why : sayOfFormula('formula-at', { at, ...whyOf(why) });
    super(said.text);
    this.said = said;
  }
}
