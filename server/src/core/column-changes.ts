import type { ColumnType } from '@workbook-data-service/sheets/values';

/**
 * SQL that casts a value to another type; NULL where it does not fit. JSON gives its text, so that `"5"` is
 * 5.
 */
export function castExpression(value: string, from: ColumnType, to: ColumnType): string {
  return `try_cast(${from === 'JSON' ? `${value}->>'$'` : value} as ${to})`;
}

const isNumber = (type: ColumnType) => /^(BIGINT|INTEGER|DOUBLE|DECIMAL)/.test(type);
const isText = (type: ColumnType) => type === 'VARCHAR' || type === 'JSON';

/** SQL for whether a cast loses something: the value does not fit, or part of it would be lost. */
export function lossyCondition(value: string, from: ColumnType, to: ColumnType): string {
  const cast = castExpression(value, from, to);
  return `${value} is not null and (${cast} is null or ${altered(value, cast, from, to)})`;
}

/**
 * Whether the value, cast and cast back, differs. One value has many spellings, so texts are compared by
 * meaning.
 */
function altered(value: string, cast: string, from: ColumnType, to: ColumnType): string {
  if (isText(to)) return 'false';
  if (!isText(from)) return alteredOnTheWayBack(value, cast, from, to);
  const text = from === 'JSON' ? `${value}->>'$'` : value;
  if (isNumber(to)) return `${digitsOf(text)} <> ${digitsOf(`cast(${cast} as varchar)`)}`;
  const moment = `try_cast(${text} as timestamp)`;
  if (to === 'DATE') return `coalesce(${moment} <> cast(${cast} as timestamp), false)`;
  return to === 'TIME' ? `${moment} is not null` : 'false';
}

function alteredOnTheWayBack(value: string, cast: string, from: ColumnType, to: ColumnType): string {
  const differs = `try_cast(${cast} as ${from}) is distinct from ${value}`;
  if (![from, to].includes('DOUBLE') || ![from, to].some((type) => type.startsWith('DECIMAL')))
    return differs;
  // The engine converts between doubles and decimals in doubles, which adds digits that the text does not
  // have.
  return `(${differs} and try_cast(cast(${cast} as varchar) as ${from}) is distinct from ${value})`;
}

/**
 * The significant digits of a number: rounding changes them, another spelling of the same number does not.
 */
function digitsOf(numeral: string): string {
  const mantissa = `regexp_replace(lower(${numeral}), 'e.*$', '')`;
  return `regexp_replace(regexp_replace(${mantissa}, '[^0-9]', '', 'g'), '^0+|0+$', '', 'g')`;
}

/** The next free column id: one more than the highest that any version of the table ever used. */
export function nextColumnId(everUsed: Iterable<string>): string {
  let highest = 0;
  for (const id of everUsed) highest = Math.max(highest, Number(/^c(\d+)$/.exec(id)?.[1] ?? 0));
  return `c${highest + 1}`;
}
