import type { Language } from '../preferences.js';

/** What the tables of a report are, in the order in which people read them: records before totals, notes last. */
const parts: readonly { suffix: RegExp; words: Record<Language, (level: string) => string> }[] = [
  {
    suffix: /_(?:階層|level)(\d+)$/,
    words: { en: (level) => `level ${level}`, ja: (level) => `階層 ${level}` },
  },
  {
    suffix: /_(?:階層|level)(\d+)_(?:計算項目|computed)$/,
    words: { en: (level) => `totals of level ${level}`, ja: (level) => `階層 ${level} の合計` },
  },
  { suffix: /_(?:計算項目|computed)$/, words: { en: () => 'totals', ja: () => '合計' } },
  { suffix: /_(?:科目|accounts)$/, words: { en: () => 'accounts', ja: () => '科目' } },
  { suffix: /_(?:補足情報|notes)$/, words: { en: () => 'notes', ja: () => '補足情報' } },
];

interface NamedPart {
  /** What the tables of a report have in common. */
  report: string;
  /** Its place among the parts; -1 is a table of its own. */
  order: number;
  level: string;
}

function partOf(name: string): NamedPart {
  // The totals of a level end like other totals, so the longest ending counts.
  const found = parts
    .map(({ suffix }, order) => ({ match: suffix.exec(name), order }))
    .filter(({ match }) => match !== null && match.index > 0)
    .toSorted((a, b) => (a.match?.index ?? 0) - (b.match?.index ?? 0))[0];
  if (!found?.match) return { report: name, order: -1, level: '' };
  return { report: name.slice(0, found.match.index), order: found.order, level: found.match[1] ?? '' };
}

/** The report that a table is of, and what it is there; a table of its own has its name alone. */
export function titleParts(name: string, language: Language): [report: string, part?: string] {
  const { report, order, level } = partOf(name);
  const part = parts[order];
  return part ? [report, part.words[language](level)] : [name];
}

/** A table by what it is: `Sales 2025 · level 2` for `Sales 2025_level2`. */
export const tableTitle = (name: string, language: Language): string =>
  titleParts(name, language).join(' · ');

/** The tables of a report beside each other, records before totals; otherwise in the order that they have. */
export function inReadingOrder<Table extends { name: string }>(tables: readonly Table[]): Table[] {
  const named = tables.map((table) => ({ table, ...partOf(table.name) }));
  const first = new Map<string, number>();
  for (const [place, { report }] of named.entries()) if (!first.has(report)) first.set(report, place);
  return named
    .toSorted(
      (a, b) =>
        (first.get(a.report) ?? 0) - (first.get(b.report) ?? 0) ||
        a.order - b.order ||
        Number(a.level) - Number(b.level),
    )
    .map(({ table }) => table);
}
