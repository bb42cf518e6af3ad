import { namesTotal } from '../../total-vocabulary.js';

/** Texts of cells by row and column, `''` for a blank one. */
type TextOf = (row: number, column: number) => string;

/** `7:30`, and, as a total, `163:05`. */
const hours = /^(\d{1,4}):([0-5]\d)$/;
const minParts = 2;
const minutesOfDay = 24 * 60;

/**
 * The rows that are called a total, have nothing but hours beside their label, and add up those above them: `合計 | | | 30:10`. The
 * hours of a week count from the total before. More than a day has are no time of day, even if they were added up wrongly.
 */
export function totalsOfHours(textOf: TextOf, columns: readonly number[], rows: readonly number[]): number[] {
  const totals: number[] = [];
  const sums = columns.map(() => ({ all: 0, part: 0, parts: 0 }));
  for (const row of rows) {
    const texts = columns.map((column) => textOf(row, column).trim());
    const minutes = texts.map(minutesOf);
    const filled = texts.flatMap((text, at) => (text === '' ? [] : [at]));
    const [label = -1, ...stated] = filled;
    const isNamed = label >= 0 && minutes[label] === undefined && namesTotal(texts[label] ?? '');
    const isSum = (at: number) => {
      const { all, part, parts } = sums[at] ?? { all: 0, part: 0, parts: 0 };
      const own = minutes[at] ?? 0;
      return parts >= minParts && (own === all || own === part || own > minutesOfDay);
    };
    if (isNamed && stated.length > 0 && stated.every(isSum)) {
      totals.push(row);
      for (const sum of sums) sum.part = 0;
    } else
      sums.forEach((sum, at) => {
        const own = minutes[at];
        if (own === undefined) return;
        sum.all += own;
        sum.part += own;
        sum.parts++;
      });
  }
  return totals;
}

function minutesOf(text: string): number | undefined {
  const [, whole, part] = hours.exec(text) ?? [];
  return whole === undefined ? undefined : 60 * Number(whole) + Number(part);
}
