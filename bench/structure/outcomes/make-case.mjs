import { dresses } from './draw.mjs';
import { families } from './families.mjs';
import { Page } from './page.mjs';
import { Random } from './random.mjs';
import { words } from './words.mjs';

/**
 * A sheet and the tables that a person would make from it. `truths` are all readings that are right, the
 * plainest first; `titles` may stand among the notes and `notes` must.
 */
export function makeCase(family, seed) {
  const random = new Random(family, seed);
  const lang = random.pick(['en', 'ja']);
  const format = random.pick(families[family].formats ?? ['csv', 'xlsx']);
  const dress = format === 'xlsx' ? random.pick(Object.keys(dresses)) : 'bare';
  const base = random.pick(words[lang].bases);
  const page = new Page();
  const drawn = families[family]({ random, lang, words: words[lang], format, dress, base, page });
  return {
    family,
    seed,
    base,
    format,
    page,
    styles: [lang, format === 'xlsx' ? `xlsx ${dress}` : format, ...drawn.styles],
    truths: [drawn.tables, ...(drawn.or ?? [])],
    titles: drawn.titles ?? [],
    notes: drawn.notes ?? [],
  };
}
