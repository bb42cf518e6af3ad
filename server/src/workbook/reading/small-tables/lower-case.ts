import { LeftToEngine } from './left-to-engine.js';

/** Latin 1, Russian, and Chinese, Japanese and Korean: what their lower case is depends on nothing around them. */
const plainLetters = /^[\0-\xff\u0410-\u044f\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3]*$/;

/** The lower case of a text where it is certainly that of the engine. */
export function lowerCase(text: string): string {
  if (!plainLetters.test(text)) throw new LeftToEngine();
  return text.toLowerCase();
}
