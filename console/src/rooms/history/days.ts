import type { Language } from '../../preferences.js';
import { dateLocales } from '../../text/date-locales.js';

interface Day<Item> {
  /** As its readers write it. */
  day: string;
  items: Item[];
}

/** Items that come in the order of their times, under the days of the reader's calendar. */
export function byDay<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => string,
  language: Language,
): Day<Item>[] {
  const format = new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'full' });
  const days: Day<Item>[] = [];
  for (const item of items) {
    const day = format.format(new Date(timeOf(item)));
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}
