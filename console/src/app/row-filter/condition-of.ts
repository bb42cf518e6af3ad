import type { Choice } from './condition-names.js';
import type { Condition } from './conditions.js';
import { typedValue } from './typed-value.js';

/** The condition that a person made of a choice and what they typed. */
export function conditionOf(
  column: { name: string; type: string },
  choice: Choice,
  typed: string,
): Condition {
  const { name, type } = column;
  if (choice === 'is_null' || choice === 'not_null')
    return { column: name, op: 'is_null', value: choice === 'is_null' };
  if (choice === 'in')
    return { column: name, op: 'in', value: typed.split(/[,、]/).map((one) => typedValue(one.trim(), type)) };
  return { column: name, op: choice, value: typedValue(typed, type) };
}
