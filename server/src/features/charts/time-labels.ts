import type { TimeUnit } from '../../core/chart-parameters.js';

/** Moments here are ISO texts in UTC without a zone, as `2026-03-01T00:00:00`. */

export function timeLabel(moment: string, unit: TimeUnit | undefined): string {
  const [day = '', time = ''] = moment.split('T');
  const [year = '', month = ''] = day.split('-');
  switch (unit) {
    case 'year':
      return year;
    case 'quarter':
      return `${year} Q${Math.ceil(Number(month) / 3)}`;
    case 'month':
      return `${year}-${month}`;
    case 'week':
    case 'day':
      return day;
    default:
      return time === '00:00:00' && unit !== 'hour' ? day : `${day} ${time.slice(0, 5)}`;
  }
}

/** Every span from the first to the last, so that one without data shows as a gap; undefined if they are too many. */
export function spansBetween(
  first: string,
  last: string,
  unit: TimeUnit,
  most: number,
): string[] | undefined {
  const spans: string[] = [];
  const at = new Date(`${first}Z`);
  for (let span = first; span <= last; span = at.toISOString().slice(0, 19)) {
    if (spans.length === most) return undefined;
    spans.push(span);
    advance(at, unit);
  }
  return spans;
}

function advance(at: Date, unit: TimeUnit): void {
  switch (unit) {
    case 'year':
      at.setUTCFullYear(at.getUTCFullYear() + 1);
      break;
    case 'quarter':
      at.setUTCMonth(at.getUTCMonth() + 3);
      break;
    case 'month':
      at.setUTCMonth(at.getUTCMonth() + 1);
      break;
    case 'week':
      at.setUTCDate(at.getUTCDate() + 7);
      break;
    case 'day':
      at.setUTCDate(at.getUTCDate() + 1);
      break;
    case 'hour':
      at.setUTCHours(at.getUTCHours() + 1);
      break;
  }
}
