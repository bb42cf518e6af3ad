// Outside strings, the words that DuckDB's to_json writes for numbers JSON has no words for.
const strayNumber = /"(?:[^"\\]|\\[\s\S])*"|-?\b(?:nan|inf|infinity)\b/gi;

/** The text of a JSON column made fit to stand inside a JSON document, on one line. */
export function embeddableJson(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ');
  if (isJson(line)) return line;
  const mended = line.replace(strayNumber, (match) => (match.startsWith('"') ? match : 'null'));
  return isJson(mended) ? mended : JSON.stringify(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
