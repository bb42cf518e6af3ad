import type { ColumnType } from './column-types.js';

/** SQL for a value in another type; NULL where it does not fit. JSON gives its text, so that `"5"` is 5. */
export function castExpression(value: string, from: ColumnType, to: ColumnType): string {
  return `try_cast(${from === 'JSON' ? `${value}->>'$'` : value} as ${to})`;
}

/** SQL that tells the values a cast would lose: those that do not fit, and fractions that would be rounded away. */
export function uncastableCondition(value: string, from: ColumnType, to: ColumnType): string {
  const cast = castExpression(value, from, to);
  const lost = `${value} is not null and ${cast} is null`;
  if (to !== 'BIGINT' && to !== 'INTEGER') return lost;
  return `(${lost}) or ${castExpression(value, from, 'DOUBLE')} <> cast(${cast} as double)`;
}

/** The next free column id: one more than the highest that any version of the table ever used. */
export function nextColumnId(everUsed: Iterable<string>): string {
  let highest = 0;
  for (const id of everUsed) highest = Math.max(highest, Number(/^c(\d+)$/.exec(id)?.[1] ?? 0));
  return `c${highest + 1}`;
}
