import { analyse } from 'chardet';
import { eastAsianLanguages, type LanguageModel, UNLIKELY, western } from './text-language-models.js';
import { decodeStrictly } from './text-strict-decoding.js';

const SAMPLE_BYTES = 16 * 1024;
/** Accented western letters are rarely adjacent. */
const WESTERN_NEIGHBOURS = 0.02;
const SURE = 60;
const eastAsian = new Set(eastAsianLanguages.flatMap(({ encodings }) => encodings));

/**
 * The encodings that bytes beyond ASCII may be in, the likeliest first. East Asian and western ones are
 * distinguished by how likely the decoded characters are in their languages; among single-byte alphabets the
 * detector decides.
 */
export function guessEncodings(bytes: Buffer): string[] {
  const firstForeign = bytes.findIndex((byte) => byte >= 0x80);
  const sample = bytes.subarray(firstForeign, firstForeign + SAMPLE_BYTES);
  const ranked = [...eastAsianLanguages, western]
    .flatMap((language) =>
      language.encodings.map((encoding) => ({ encoding, fit: fitness(sample, encoding, language) })),
    )
    .filter(({ fit }) => fit > Number.NEGATIVE_INFINITY)
    .sort((one, other) => other.fit - one.fit)
    .map(({ encoding }) => encoding);
  const west = ranked.indexOf('windows-1252');
  return [...ranked.slice(0, west), ...singleByteGuesses(sample), ...ranked.slice(west)];
}

function singleByteGuesses(sample: Buffer): string[] {
  const [best] = analyse(sample).filter(({ name }) => !/^(?:utf-|ascii)/i.test(name) && !isEastAsian(name));
  return best && best.confidence >= SURE ? [best.name] : [];
}

function isEastAsian(name: string): boolean {
  return eastAsian.has(name.toLowerCase()) || /^iso-2022/i.test(name);
}

/** The log-likelihood of the characters beyond ASCII; comparable, as each language gets the same bytes. */
function fitness(sample: Buffer, encoding: string, language: LanguageModel): number {
  const text = decodeStrictly(encoding, sample, { cut: true });
  if (text === undefined) return Number.NEGATIVE_INFINITY;
  let sum = 0;
  let previousForeign = false;
  for (const character of text) {
    const foreign = character > '\x7f';
    if (foreign) {
      sum += Math.log(likelihood(character, language));
      if (previousForeign && language === western) sum += Math.log(WESTERN_NEIGHBOURS);
    }
    previousForeign = foreign;
  }
  return sum;
}

function likelihood(character: string, { classes }: LanguageModel): number {
  return classes.find(({ matches }) => matches(character))?.likelihood ?? UNLIKELY;
}
