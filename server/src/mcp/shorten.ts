const LONGEST_TEXT = 300;

/** A text of a list: its beginning, if it is long. */
export function shortened<Text extends string | null>(text: Text): Text | string {
  return text !== null && text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
