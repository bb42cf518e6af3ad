import type { HeaderLabel } from '../headers/read-header.js';

const shortYear = /^(\d{1,2}|元)年$/;
/** Fewer may be spans of time: `10年 | 11年`. */
const leastYears = 3;
/** Years of school, and of service, are counted from the first. */
const leastFirstYear = 7;

/** `28年 | 29年 | 30年 | 元年`: years of an era that goes without saying, where each follows the one before. */
export function shortYears(headers: readonly HeaderLabel[][]): (string | undefined)[] {
  const years = headers.map((labels) => {
    const [only, other] = labels.map(({ text }) => shortYear.exec(text.normalize('NFKC').trim())?.[1]);
    return other !== undefined || labels.length > 1 || only === undefined ? undefined : only;
  });
  const found = years.flatMap((year) => year ?? []);
  const follows = (year: string, at: number) => {
    const before = found[at - 1];
    return (
      before === undefined || year === '元' || Number(year) === (before === '元' ? 1 : Number(before)) + 1
    );
  };
  const isRow = found.length >= leastYears && Number(found[0]) >= leastFirstYear && found.every(follows);
  return years.map((year) => (isRow && year !== undefined ? `${year}年` : undefined));
}
