/** Normalizes text for search: width and case do not count. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

export function searchText(parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter(Boolean)
    .map((part) => foldText(part as string))
    .join('\n');
}
