import { LeftToEngine } from './left-to-engine.js';

/** Latin 1, Russian, and Chinese, Japanese and Korean: what their lower case is depends on nothing around them. */
const otherLetter = /[^\0-\xff\u0410-\u044f\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/;

/** Whether the engine and JavaScript certainly agree on the lower case of a text. */
export const hasPlainCase = (text: string): boolean => !otherLetter.test(text);

/** Finds a text in others that have a plain case, whatever its case. */
export function searchFor(text: string): RegExp {
  if (!hasPlainCase(text)) throw new LeftToEngine();
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'i');
}
