/** Names separated by commas, or a JSON array of them, in which a name may contain a comma. */
export function nameList(text: string | undefined): string[] {
  if (text?.trimStart().startsWith('[')) {
    try {
      const names: unknown = JSON.parse(text);
      if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names;
    } catch {
      // Not JSON: a name may begin with a bracket.
    }
  }
  return (text ?? '').split(',').filter((name) => name !== '');
}
