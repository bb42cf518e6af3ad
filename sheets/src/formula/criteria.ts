import { errorCodes } from './formula-ast.js';
import { compareScalars, errorOf, isError, numberOfText, type Scalar } from './formula-values.js';
import { patternMatcher } from './search-pattern.js';

export type Criterion = (cell: Scalar) => boolean;

/** What the cells that fulfil a condition have as their key, where it asks for one value; else undefined. */
export function criterionKey(condition: Scalar): Scalar | undefined {
  if (typeof condition !== 'string') return condition ?? 0;
  if (condition === '' || /^[<>]|^=$|[*?~]/.test(condition)) return undefined;
  return keyOfCell(meaningOf(condition.replace(/^=/, '')));
}

/** The same for values that are equal to a condition. */
export function keyOfCell(cell: Scalar): Scalar {
  return typeof cell === 'string' ? (numberOfText(cell) ?? cell.toLowerCase()) : cell;
}

/** A condition as SUMIF and its kin take it: a value, or a text such as `>=10`, `<>done` or `North*`. */
export function criterionOf(condition: Scalar): Criterion {
  if (typeof condition !== 'string') return equals(condition ?? 0);
  const [, operator = '', operand = ''] = /^(<=|>=|<>|=|<|>)?(.*)$/s.exec(condition) ?? [];
  switch (operator) {
    case '':
      return operand === '' ? (cell) => cell === null || cell === '' : equals(meaningOf(operand));
    case '=':
      return equalsOrEmpty(operand);
    case '<>': {
      const isEqual = equalsOrEmpty(operand);
      return (cell) => !isEqual(cell);
    }
    default:
      return compares(meaningOf(operand), operator);
  }
}

/** An operator with nothing after it means an empty cell; one with an empty text in it is not empty. */
function equalsOrEmpty(operand: string): Criterion {
  return operand === '' ? (cell) => cell === null : equals(meaningOf(operand));
}

function meaningOf(operand: string): Scalar {
  const upper = operand.toUpperCase();
  if (upper === 'TRUE' || upper === 'FALSE') return upper === 'TRUE';
  const code = errorCodes.find((one) => one === upper);
  return code ? errorOf(code) : (numberOfText(operand) ?? operand);
}

/** A number also equals a text that spells it. */
function equals(wanted: Scalar): Criterion {
  if (typeof wanted === 'string') {
    const matches = patternMatcher(wanted);
    return (cell) => typeof cell === 'string' && matches(cell);
  }
  if (typeof wanted !== 'number') return (cell) => cell === wanted;
  return (cell) => cell === wanted || (typeof cell === 'string' && numberOfText(cell) === wanted);
}

/** Only values of one kind have an order. */
function compares(wanted: Scalar, operator: string): Criterion {
  const holds = (order: number) =>
    order === 0 ? operator.length === 2 : order < 0 === (operator[0] === '<');
  return (cell) => {
    if (typeof cell !== typeof wanted || cell === null) return false;
    const order = compareScalars(cell, wanted);
    return !isError(order) && holds(order);
  };
}
