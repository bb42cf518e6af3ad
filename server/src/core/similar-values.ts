import { isSlip, normalForm } from './spelling.js';

interface CountedText {
  value: string;
  rows: number;
}

/** In what texts of a group differ: in how they are written, in the order of their words, or in a letter. */
type Likeness = 'spelling' | 'words' | 'letters';

export interface SimilarTexts {
  likeness: Likeness;
  /** The most frequent first. */
  values: CountedText[];
}

/** Shorter texts are often one letter apart and mean different things. */
const SHORTEST_SLIP = 5;
/** Longer texts are sentences. */
const LONGEST_SLIP = 60;

/** Groups of texts that may be meant to be the same, for a person to decide; those in the most rows first. */
export function similarTexts(texts: readonly CountedText[]): SimilarTexts[] {
  const frequent = [...texts].sort(
    (one, other) => other.rows - one.rows || (one.value < other.value ? -1 : 1),
  );
  const alone = frequent.map((text): SimilarTexts => ({ likeness: 'spelling', values: [text] }));
  const spelled = joinByKey(alone, 'spelling', spellingOf);
  const worded = joinByKey(spelled, 'words', wordsOf);
  const grouped = joinSlips(worded).filter(({ values }) => values.length > 1);
  const rowsOf = ({ values }: SimilarTexts) => values.reduce((sum, { rows }) => sum + rows, 0);
  return grouped.sort((one, other) => rowsOf(other) - rowsOf(one));
}

/** Accents of Latin letters aside: Tōkyō is Tokyo, but が is not か. */
const spellingOf = (text: string) =>
  normalForm(text)
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC');

/** `Smith, Ann` is `Ann Smith`; undefined for a single word. */
function wordsOf(text: string): string | undefined {
  const words = text.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.length > 1 ? words.map(spellingOf).sort().join(' ') : undefined;
}

/** Joins the groups whose most frequent texts have one key to the most frequent of them. */
function joinByKey(
  groups: readonly SimilarTexts[],
  likeness: Likeness,
  keyOf: (text: string) => string | undefined,
): SimilarTexts[] {
  const byKey = new Map<string, SimilarTexts>();
  const joined: SimilarTexts[] = [];
  for (const group of groups) {
    const key = keyOf(centerOf(group));
    const known = key === undefined ? undefined : byKey.get(key);
    if (known) join(known, group, likeness);
    else {
      const own = { ...group, values: [...group.values] };
      joined.push(own);
      if (key !== undefined) byKey.set(key, own);
    }
  }
  return joined;
}

/** Joins a group to the most frequent one that is a single letter away. Texts without one letter are compared, not all pairs. */
function joinSlips(groups: readonly SimilarTexts[]): SimilarTexts[] {
  const without = new Map<string, SimilarTexts[]>();
  const joined: SimilarTexts[] = [];
  for (const group of groups) {
    const text = centerOf(group).normalize('NFKC').toLowerCase();
    const keys = keysWithoutALetter(text);
    const alike = new Set(keys.flatMap((key) => without.get(key) ?? []));
    const meant = [...alike].find((other) => isSlip(text, centerOf(other).normalize('NFKC').toLowerCase()));
    if (meant) {
      join(meant, group, 'letters');
      continue;
    }
    joined.push(group);
    for (const key of keys) without.set(key, [...(without.get(key) ?? []), group]);
  }
  return joined;
}

function keysWithoutALetter(text: string): string[] {
  const letters = [...text];
  if (letters.length < SHORTEST_SLIP || letters.length > LONGEST_SLIP) return [];
  return [...new Set([text, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])];
}

const centerOf = ({ values }: SimilarTexts) => values[0]?.value ?? '';

function join(into: SimilarTexts, { values, likeness: own }: SimilarTexts, likeness: Likeness): void {
  into.values.push(...values);
  into.values.sort((one, other) => other.rows - one.rows);
  into.likeness = own === 'letters' ? own : likeness;
}
