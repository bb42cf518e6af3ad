import type { HeaderLabel } from '../headers/read-header.js';
import { splitUnit } from '../values/header-units.js';

const shortYear = /^(\d{1,2}|元)年$/;
/** Fewer may be spans of time: `10年 | 11年`. */
const minYears = 3;
/** Years of school, and of service, are counted from the first. */
const minFirstYear = 7;

/** A year of an era that goes without saying, and what is over it. */
interface ShortYear {
  year: string;
  measure: string;
}

/**
 * `28年 | 29年 | 30年 | 元年`: years of an era that goes without saying, where each follows the one before. Below several names
 * the same ones are repeated: `25年 | 26年` of each district.
 */
export function shortYears(headers: readonly HeaderLabel[][]): (ShortYear | undefined)[] {
  const years = headers.map((labels) => {
    const year = shortYear.exec(labels.at(-1)?.text.normalize('NFKC').trim() ?? '')?.[1];
    const measure = splitUnit(
      labels
        .slice(0, -1)
        .map(({ text }) => text)
        .join(' '),
    ).name;
    return year === undefined ? undefined : { year: `${year}年`, measure };
  });
  const found = years.flatMap((year) => year ?? []);
  const runs = new Map<string, string[]>();
  for (const { year, measure } of found) runs.set(measure, [...(runs.get(measure) ?? []), year]);
  const [run = []] = runs.values();
  const isRow =
    found.length >= minYears &&
    run.length > 1 &&
    Number.parseInt(run[0] ?? '', 10) >= minFirstYear &&
    run.every((year, at) => at === 0 || follows(year, run[at - 1] ?? '')) &&
    [...runs.values()].every((other) => other.join() === run.join());
  return years.map((year) => (isRow ? year : undefined));
}

const numberOf = (year: string) => (year === '元年' ? 1 : Number.parseInt(year, 10));

const follows = (year: string, before: string) => year === '元年' || numberOf(year) === numberOf(before) + 1;
