import { measure } from './columns.mjs';
import { periodLabels } from './period-labels.mjs';

/** The value columns of a report: measures as they are, or one measure in periods across. */
export function valueColumns({ random, words, lang }) {
  const across = random.chance(0.5);
  const write = measure(random, '').write;
  if (!across) {
    const names = random.sample(words.measures, random.int(2, 3));
    return {
      across,
      headings: names,
      write,
      measures: names.map((name) => ({ name, type: 'BIGINT' })),
      valuesOf: (numbers) => numbers,
    };
  }
  const kind = random.pick(['years', 'fiscal years', 'months with year', 'quarters']);
  const headings = periodLabels[lang][kind]({ random }).slice(0, 4);
  return {
    across,
    headings,
    write,
    measures: [
      { name: 'period', type: 'PERIOD' },
      { name: 'value', type: 'BIGINT' },
    ],
    valuesOf: (numbers) => numbers.map((value, at) => ({ period: headings[at], values: [value] })),
  };
}

/** Numbers for every heading. */
export const numbersFor = (random, { headings }) => headings.map(() => random.int(10, 900));

export const sumOf = (lists) => lists[0].map((_, at) => lists.reduce((sum, numbers) => sum + numbers[at], 0));
