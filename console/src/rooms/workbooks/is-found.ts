import { hasWords } from '../../text/has-words.js';

/** Whether every word is in the title or the description. */
export function isFound(
  { title, description }: { title: string; description: string | null },
  words: string,
): boolean {
  return hasWords(`${title} ${description ?? ''}`, words);
}
