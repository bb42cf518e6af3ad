/** The lines of a text that arrives in pieces. Not by `node:readline`, which breaks lines at U+2028 in the texts of JSON too. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let begun = '';
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n');
    begun += first;
    for (const next of others) {
      if (begun.trim() !== '') yield begun;
      begun = next;
    }
  }
  if (begun.trim() !== '') yield begun;
}
