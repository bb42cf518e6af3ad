type Piece = readonly (string | undefined)[];

/**
 * The position of the first match of a pattern with Excel's wildcards, from 0, or -1: `?` is any character,
 * `*` any run, `~` escapes the next one. Never slower than pattern times text: the runs are tried in order,
 * and if the rest does not match after the earliest position of a run, it does not match after a later one.
 */
export function searchPattern(pattern: string, text: string, from: number): number {
  const [first = [], ...rest] = piecesOf(pattern.toLowerCase());
  const lower = foldedLike(text);
  const start = indexOfPiece(first, lower, from);
  if (start < 0) return -1;
  let after = start + first.length;
  for (const piece of rest) {
    const found = indexOfPiece(piece, lower, after);
    if (found < 0) return -1;
    after = found + piece.length;
  }
  return start;
}

/** Whether a whole text matches a pattern with the same wildcards. */
export function patternMatcher(pattern: string): (text: string) => boolean {
  const [first = [], ...rest] = piecesOf(pattern.toLowerCase());
  const last = rest.pop();
  if (!last) return (text) => text.length === first.length && isPieceAt(first, foldedLike(text), 0);
  return (text) => {
    const lower = foldedLike(text);
    if (!isPieceAt(first, lower, 0)) return false;
    let after = first.length;
    for (const piece of rest) {
      const found = indexOfPiece(piece, lower, after);
      if (found < 0) return false;
      after = found + piece.length;
    }
    return lower.length - last.length >= after && isPieceAt(last, lower, lower.length - last.length);
  };
}

/** The runs between the asterisks; `undefined` stands for any one character. */
function piecesOf(pattern: string): Piece[] {
  const pieces: (string | undefined)[][] = [[]];
  for (let index = 0; index < pattern.length; index += 1) {
    const letter = pattern[index];
    const next = pattern[index + 1];
    const piece = pieces.at(-1) ?? [];
    if (letter === '~' && next !== undefined && '?*~'.includes(next)) {
      piece.push(next);
      index += 1;
    } else if (letter === '*') pieces.push([]);
    else piece.push(letter === '?' ? undefined : letter);
  }
  return pieces;
}

/**
 * Lower case, but never of a different length, so that positions stay right (İ would become two characters).
 */
function foldedLike(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : text.replace(/./gs, (letter) => (letter.toLowerCase().length === 1 ? letter.toLowerCase() : letter));
}

function indexOfPiece(piece: Piece, text: string, from: number): number {
  if (!piece.includes(undefined)) return text.indexOf(piece.join(''), from);
  for (let start = from; start + piece.length <= text.length; start += 1) {
    if (isPieceAt(piece, text, start)) return start;
  }
  return -1;
}

function isPieceAt(piece: Piece, text: string, start: number): boolean {
  if (start + piece.length > text.length) return false;
  return piece.every((letter, index) => letter === undefined || letter === text[start + index]);
}
