// Outside strings, DuckDB's to_json writes these words for numbers that JSON lacks.
const strayNumber = /"(?:[^"\\]|\\[\s\S])*"|-?\b(?:nan|inf|infinity)\b/gi;

/** The text of a JSON column, made valid inside a JSON document and put on one line. */
export function embeddableJson(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ');
  if (isJson(line)) return line;
  const repaired = line.replace(strayNumber, (match) => (match.startsWith('"') ? match : 'null'));
  return isJson(repaired) ? repaired : JSON.stringify(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
