/** Whether every word is in the title or the description; case and width of letters do not matter. */
export function isFound(
  { title, description }: { title: string; description: string | null },
  words: string,
): boolean {
  const text = plain(`${title} ${description ?? ''}`);
  return plain(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
