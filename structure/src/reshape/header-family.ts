import type { HeaderTrait } from '../reading-sentences.js';
import { readPeriod } from '../values/periods.js';
import { readNumber } from '../values/read-number.js';
import { setsOf } from './known-sets.js';

/** Headers that read as values of one variable rather than as names of several. */
export interface HeaderFamily {
  /** Neighbours, but for totals that stand between periods. */
  columns: readonly number[];
  /** From 0 to 1. */
  strength: number;
  trait: HeaderTrait;
}

/** Every group of two or more headers that belong together, by each of the possible relations. */
export function headerFamilies(headers: readonly string[]): HeaderFamily[] {
  return [
    ...periodFamilies(headers),
    ...runs(headers, numberKind, 0.9, () => ({ how: 'are', what: 'numbers' })),
    ...runs(headers, setsOf, 0.9, (set) => ({ how: 'are', what: set })).map((run) => overCodes(run, headers)),
    ...runs(headers, templates, 0.85, (template) => ({ how: 'pattern', what: template })),
    ...runs(headers, leadingWords, 0.7, (words) => ({ how: 'start', what: words })),
    ...runs(headers, trailingWords, 0.7, (words) => ({ how: 'end', what: words })),
    ...runs(headers, shortKind, 0.55, () => ({ how: 'are', what: 'short codes' })).filter((run) =>
      isMostlyCodes(run, headers),
    ),
  ];
}

/** Maximal runs of headers that share a trait; a header may have several. */
function runs(
  headers: readonly string[],
  traitsOf: (header: string) => readonly string[],
  strength: number,
  nameTrait: (trait: string) => HeaderTrait,
): HeaderFamily[] {
  const traits = headers.map((header) => new Set(traitsOf(header)));
  const found: HeaderFamily[] = [];
  for (const trait of new Set(traits.flatMap((set) => [...set]))) {
    const owners = traits.filter((set) => set.has(trait)).length;
    for (let first = 0; first < traits.length; first++) {
      if (!traits[first]?.has(trait)) continue;
      let last = first;
      while (traits[last + 1]?.has(trait)) last++;
      // A trait that most of its owners have elsewhere, such as "Inc.", does not make these a block.
      const gathered = (last - first + 1) / owners;
      if (last > first)
        found.push({
          columns: columnsFrom(first, last),
          strength: gathered < 0.5 ? strength / 2 : strength,
          trait: nameTrait(trait),
        });
      first = last;
    }
  }
  return found;
}

/** Periods of one kind; between months there may be halves and totals, which are sums of them. */
function periodFamilies(headers: readonly string[]): HeaderFamily[] {
  const kinds = headers.map(
    (header) => readPeriod(header)?.kind ?? (sumWords.test(header.trim()) ? 'sum' : null),
  );
  const found: HeaderFamily[] = [];
  for (let first = 0; first < kinds.length; first++) {
    let last = first;
    while (kinds[last + 1]) last++;
    const run = columnsFrom(first, last);
    for (const kind of new Set(run.map((column) => kinds[column]))) {
      const columns = run.filter((column) => kinds[column] === kind);
      if (kind && kind !== 'sum' && columns.length > 1)
        found.push({ columns, strength: 1, trait: { how: 'are', what: `${kind}s` } });
    }
    first = last;
  }
  return found;
}

const sumWords = /^(?:[小合総]?\s*計|累計|通期|(?:sub|grand )?total|ytd)$/i;

const numberKind = (header: string) => (Number.isNaN(readNumber(header)) ? [] : ['number']);

/** `1 bed` and `2 beds`, `Age 5-9` and `Age 10-14`: equal except for their numbers. */
function templates(header: string): string[] {
  if (!/\d/.test(header) || !/[^\d\s.,]/.test(header)) return [];
  return [header.trim().toLowerCase().replaceAll(/\d+/g, '#').replace(/s$/, '')];
}

const words = (header: string) =>
  header
    .trim()
    .toLowerCase()
    .split(/[\s_\-/:.]+|(?=[([])/);

function leadingWords(header: string): string[] {
  const all = words(header);
  return all
    .slice(0, -1)
    .map((_, at) => all.slice(0, at + 1).join(' '))
    .filter(tellsSomething);
}

function trailingWords(header: string): string[] {
  const all = words(header);
  return all
    .slice(1)
    .map((_, at) => all.slice(at + 1).join(' '))
    .filter(tellsSomething);
}

const tellsSomething = (text: string) =>
  text.length >= 2 && /\p{L}/u.test(text) && !/^(?:the|of|no|in|date|name)$/.test(text);

const isCode = (header: string) => /^[A-Z&]{2,6}$|^[A-Z]+[a-z]?[A-Z]+[a-z]?$/.test(header.trim());

const shortKind = (header: string) =>
  isCode(header) || /^[A-Z][a-z]{0,2}$/.test(header.trim()) ? ['short'] : [];

function isMostlyCodes({ columns }: HeaderFamily, headers: readonly string[]): boolean {
  return 2 * columns.filter((column) => isCode(headers[column] ?? '')).length >= columns.length;
}

/**
 * Extends a set of codes over adjacent headers that are codes too: not every chart or currency is in the
 * list.
 */
function overCodes(family: HeaderFamily, headers: readonly string[]): HeaderFamily {
  const isCodeAt = (column: number) => isCode(headers[column] ?? '');
  if (!family.columns.every(isCodeAt)) return family;
  let [first = 0] = family.columns;
  let last = family.columns.at(-1) ?? first;
  while (isCodeAt(first - 1)) first--;
  while (isCodeAt(last + 1)) last++;
  return { ...family, columns: columnsFrom(first, last) };
}

export const columnsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);
