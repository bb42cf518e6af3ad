const numbers = /[-−△▲]?\d(?:[\d.,'’ ]*\d)?/g;

/**
 * The only number in a text, as in `Total : 3656,13 €`; undefined where there are several or none. A point or comma before
 * three digits groups them, unless the other one stands before it.
 */
export function numberIn(text: string): number | undefined {
  const [only, ...others] = text.normalize('NFKC').match(numbers) ?? [];
  if (only === undefined || others.length > 0) return undefined;
  const isNegative = /^[-−△▲]/.test(only);
  const written = only.replaceAll(/[-−△▲'’ ]/g, '');
  const [, whole = written, sign = '', decimals = ''] = /^(.*)([.,])(\d+)$/.exec(written) ?? [];
  const groups = whole.replaceAll(/[.,]/g, '');
  const isGrouping = decimals.length === 3 && (whole.includes(sign) || !/[.,]/.test(whole));
  const value = Number(isGrouping || sign === '' ? groups + decimals : `${groups}.${decimals}`);
  return isNegative ? -value : value;
}

const hours = /^([-−△▲]?)(\d+):([0-5]\d)(?::([0-5]\d))?$/;

/** The hours of `160:30`, 160.5; days have more than 24 of them here. */
export function hoursIn(text: string): number | undefined {
  const found = hours.exec(text.normalize('NFKC').trim());
  if (!found) return undefined;
  const [, sign, whole, minutes, seconds = 0] = found;
  const value = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600;
  return Number((sign ? -value : value).toPrecision(12));
}
