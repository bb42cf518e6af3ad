import { createHash } from 'node:crypto';

/**
 * The corpus of tables to reshape in two halves: rules were designed on one, the other shows whether they
 * generalize.
 */
export function isDesigned(name) {
  return Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, 2), 16) % 2 === 0;
}

/** Cases by the name of their part, in the order in which they are shown. */
export function partsOf(names) {
  return {
    all: names,
    'rules were designed on': names.filter(isDesigned),
    'unseen while designing': names.filter((name) => !isDesigned(name)),
  };
}
