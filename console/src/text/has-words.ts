/** Whether every one of the words is in the text; case and width of letters do not matter. */
export function hasWords(text: string, words: string): boolean {
  const plain = plainText(text);
  return wordsOf(words).every((word) => plain.includes(word));
}

/** As texts are compared when something is looked for. */
export function plainText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

export function wordsOf(text: string): string[] {
  return plainText(text).split(/\s+/).filter(Boolean);
}
