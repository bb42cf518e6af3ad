/** As wide as a digit, and as a point. */
const FIGURE_SPACE = '\u2007';
const POINT_SPACE = '\u2008';

const decimal = /^[-+]?[\d,]+(?:\.(\d+))?$/;

/** Numbers with blanks behind them, so that the points of a column that is aligned to the right stand below each other. */
export function alignedAtPoint(texts: readonly string[]): string[] {
  const places = texts.map(placesOf);
  const most = Math.max(...places, 0);
  return texts.map((text, i) => {
    const missing = most - (places[i] ?? 0);
    if (missing === 0 || !decimal.test(text)) return text;
    return `${text}${missing === most ? POINT_SPACE : ''}${FIGURE_SPACE.repeat(missing)}`;
  });
}

/** How many digits behind the point a number has that was written for readers. */
export const placesOf = (text: string): number => decimal.exec(text)?.[1]?.length ?? 0;
