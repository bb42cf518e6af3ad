const LONGEST_TEXT = 300;

/** A text of a list: its beginning, if it is long. */
export function shortened<Text extends string | null>(text: Text, longest = LONGEST_TEXT): Text | string {
  return text !== null && text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** A cell of a list: the beginning of its text, or of its JSON, if that is long. */
export function shortenedCell(cell: unknown, longest = LONGEST_TEXT): unknown {
  if (typeof cell === 'string') return shortened(cell, longest);
  if (typeof cell !== 'object' || cell === null) return cell;
  const json = JSON.stringify(cell);
  return json.length > longest ? shortened(json, longest) : cell;
}
