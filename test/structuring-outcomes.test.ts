import { expect, test } from 'vitest';

interface FixedCases {
  fixedFamilies: string[];
  knownWrong(family: string): (number | string)[];
  wrongCases(family: string): Promise<(number | string)[]>;
}

// The benchmark's sheets, by address because they are plain JavaScript.
const benchmark = new URL('../bench/structure/fixed-cases.mjs', import.meta.url).href;
const { fixedFamilies, knownWrong, wrongCases }: FixedCases = await import(benchmark);

test.each(fixedFamilies)(
  'sheets of the family %s become the tables that a person would make',
  async (family) => {
    expect(await wrongCases(family)).toEqual(knownWrong(family));
  },
);
