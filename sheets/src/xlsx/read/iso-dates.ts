import type { DateSystem } from '../../grid/grid.js';

const DAY_MS = 86_400_000;
const iso = /^(?:(\d{4})-(\d{2})-(\d{2}))?(?:T?(\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?Z?$/;
/** Day 0 of each system. Excel counts a 29 February 1900, so before March 1900 it is a day behind. */
const epochs: Record<DateSystem, number> = {
  '1900': Date.UTC(1899, 11, 30),
  '1904': Date.UTC(1904, 0, 1),
  '1899': Date.UTC(1899, 11, 30),
};
const MARCH_1900 = 61;

/** The serial of a date, a time or both in ISO 8601; undefined for other text. */
export function serialOfIsoDate(text: string, system: DateSystem): number | undefined {
  const match = iso.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0'] = match;
  const time = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) / 86_400;
  if (year === undefined) return match[4] === undefined ? undefined : time;
  const days = (Date.UTC(Number(year), Number(month) - 1, Number(day)) - epochs[system]) / DAY_MS;
  return (system === '1900' && days < MARCH_1900 ? days - 1 : days) + time;
}
