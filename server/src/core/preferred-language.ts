export type Language = 'en' | 'ja';

/** Of the languages that pages for people have, the one that a browser asks for first (`Accept-Language`), else English. */
export function preferredLanguage(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').map((entry) => {
    const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
    const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((q) => q !== undefined);
    return { language: tag.split('-')[0], weight: quality === undefined ? 1 : Number(quality) };
  });
  const known = wanted.filter(
    ({ language, weight }) => weight > 0 && (language === 'en' || language === 'ja'),
  );
  const [first] = known.sort((a, b) => b.weight - a.weight);
  return first?.language === 'ja' ? 'ja' : 'en';
}
