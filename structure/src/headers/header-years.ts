const year = /^((?:18|19|20)\d\d)(?:\.0)?$/;
const yearAndMark = /^((?:18|19|20)\d\d)[1-9]$/;

/** `2004 | 2005 | 20061 | 2007`: without the number of a footnote right behind a year that the others lack. */
export function withoutYearMarks(texts: readonly string[]): string[] {
  const years = new Set(texts.flatMap((text) => year.exec(text)?.[1] ?? []).map(Number));
  if (years.size < 2) return [...texts];
  return texts.map((text) => {
    const marked = Number(yearAndMark.exec(text)?.[1]);
    return !years.has(marked) && (years.has(marked - 1) || years.has(marked + 1)) ? String(marked) : text;
  });
}
