import { DAY_MS, UNIX_EPOCH } from '../core/date-serials.js';

const firstDay = -UNIX_EPOCH * DAY_MS;
const fromHereExcelAgrees = Date.UTC(1900, 2, 1);

/**
 * The serial of a date before March 1900, where ods and Excel differ (Excel has a 29 February 1900);
 * undefined for others.
 */
export function earlyDateSerial(date: string): number | undefined {
  if (!/^(?:1899|1900)-/.test(date)) return undefined;
  const time = Date.parse(date.length > 10 ? `${date}Z` : date);
  return time >= firstDay && time < fromHereExcelAgrees ? (time - firstDay) / DAY_MS : undefined;
}

/** A duration below zero as a text, as `-07:30:00` for -PT07H30M00S; undefined for others. */
export function negativeDuration(duration: string): string | undefined {
  const [, hours, minutes, seconds] = /^-PT(\d+)H(\d+)M(\d+(?:[.,]\d+)?)S$/.exec(duration) ?? [];
  return hours && `-${hours}:${minutes}:${seconds?.replace(',', '.')}`;
}

/** A time such as PT10H10M10.25S in days; undefined if it has no fraction of a second. */
export function fractionalTimeSerial(duration: string): number | undefined {
  const parts = /^PT(\d+)H(\d+)M(\d+[.,]\d+)S$/.exec(duration);
  if (!parts) return undefined;
  const [, hours, minutes, seconds = ''] = parts;
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))) / 86_400;
}
