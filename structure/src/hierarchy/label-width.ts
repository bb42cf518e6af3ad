/** How far a label is indented by what it begins with, in spaces. */
export function leadingWidth(text: string): number {
  return widthOf(/^[\s.…・]*/.exec(text)?.[0] ?? '');
}

/** Full-width characters, and spaces, are as wide as two. */
export function widthOf(text: string): number {
  return [...text].reduce(
    (width, character) => width + (/[\u3000-\u9fff\uff01-\uff60]/.test(character) ? 2 : 1),
    0,
  );
}
