/** Names that are separated by commas, by spaces, or by both; a name with a comma stands in quotation marks. */
export function nameList(text: string, before: string[] = []): string[] {
  const parts = text.match(/\s*"(?:[^"]|"")*"\s*(?=,|$)|[^,]+/g) ?? [];
  const names = parts.map((part) => part.trim()).filter((part) => part !== '');
  return [
    ...before,
    ...names.map((name) => name.replace(/^"(.*)"$/s, (_, inner: string) => inner.replaceAll('""', '"'))),
  ];
}
