import {
  compareScalars,
  isError,
  NA,
  REF,
  type Scalar,
  toBoolean,
  toNumber,
  VALUE,
} from './formula-values.js';
import {
  type Argument,
  define,
  type Evaluate,
  type FormulaFunction,
  type FunctionGroup,
  numberFunction,
  scalarFunction,
} from './function-kinds.js';

const nothing: Evaluate = () => null;

function evaluateOf(args: readonly Argument[], index: number): Evaluate {
  return args[index]?.evaluate ?? nothing;
}

const every = (from: number, step: number) => (count: number) =>
  Array.from({ length: count }, (_, index) => index).filter(
    (index) => index >= from && (index - from) % step === 0,
  );

/** Every argument is evaluated, as in Excel: an error anywhere is the result. */
function connective(fold: (truths: readonly boolean[]) => boolean): FormulaFunction {
  return define([1, 255], 'BOOLEAN', (args) => (cells) => {
    const truths: boolean[] = [];
    for (const { evaluate, isReference } of args) {
      const value = evaluate(cells);
      if (isError(value)) return value;
      if (isReference && (value === null || typeof value === 'string')) continue;
      const truth = toBoolean(value);
      if (isError(truth)) return truth;
      truths.push(truth);
    }
    return truths.length === 0 ? VALUE : fold(truths);
  });
}

function fallback(caught: (value: Scalar) => boolean): FormulaFunction {
  return define(2, { unify: () => [0, 1] }, (args) => {
    const [first, second] = [evaluateOf(args, 0), evaluateOf(args, 1)];
    return (cells) => {
      const value = first(cells);
      return caught(value) ? second(cells) : value;
    };
  });
}

function test(holds: (value: Scalar) => boolean): FormulaFunction {
  return define(1, 'BOOLEAN', (args) => {
    const evaluate = evaluateOf(args, 0);
    return (cells) => holds(evaluate(cells));
  });
}

export const logicalFunctions: FunctionGroup = {
  IF: define([2, 3], { unify: (count) => (count > 2 ? [1, 2] : [1]) }, (args) => {
    const [condition, yes] = [evaluateOf(args, 0), evaluateOf(args, 1)];
    const no: Evaluate = args.length > 2 ? evaluateOf(args, 2) : () => false;
    return (cells) => {
      const truth = toBoolean(condition(cells));
      return isError(truth) ? truth : truth ? yes(cells) : no(cells);
    };
  }),
  IFS: define([2, 254], { unify: every(1, 2) }, (args) => (cells) => {
    for (let index = 0; index + 1 < args.length; index += 2) {
      const truth = toBoolean(evaluateOf(args, index)(cells));
      if (isError(truth)) return truth;
      if (truth) return evaluateOf(args, index + 1)(cells);
    }
    return NA;
  }),
  SWITCH: define(
    [3, 254],
    { unify: (count) => [...every(2, 2)(count), ...(count % 2 === 0 ? [count - 1] : [])] },
    (args) => (cells) => {
      const wanted = evaluateOf(args, 0)(cells);
      if (isError(wanted)) return wanted;
      let index = 1;
      for (; index + 1 < args.length; index += 2) {
        const order = compareScalars(wanted, evaluateOf(args, index)(cells));
        if (isError(order)) return order;
        if (order === 0) return evaluateOf(args, index + 1)(cells);
      }
      return index < args.length ? evaluateOf(args, index)(cells) : NA;
    },
  ),
  CHOOSE: define([2, 255], { unify: every(1, 1) }, (args) => (cells) => {
    const index = toNumber(evaluateOf(args, 0)(cells));
    if (isError(index)) return index;
    const chosen = Math.trunc(index);
    return chosen >= 1 && chosen < args.length ? evaluateOf(args, chosen)(cells) : VALUE;
  }),
  IFERROR: fallback(isError),
  IFNA: fallback((value) => value === NA),
  AND: connective((truths) => truths.every(Boolean)),
  OR: connective((truths) => truths.some(Boolean)),
  XOR: connective((truths) => truths.filter(Boolean).length % 2 === 1),
  NOT: scalarFunction(1, 'BOOLEAN', ([value = null]) => {
    const truth = toBoolean(value);
    return isError(truth) ? truth : !truth;
  }),
  TRUE: scalarFunction(0, 'BOOLEAN', () => true),
  FALSE: scalarFunction(0, 'BOOLEAN', () => false),
};

const errorNumbers = ['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A'];

export const informationFunctions: FunctionGroup = {
  ISBLANK: test((value) => value === null),
  ISNUMBER: test((value) => typeof value === 'number'),
  ISTEXT: test((value) => typeof value === 'string'),
  ISNONTEXT: test((value) => typeof value !== 'string'),
  ISLOGICAL: test((value) => typeof value === 'boolean'),
  ISERROR: test(isError),
  ISERR: test((value) => isError(value) && value !== NA),
  ISNA: test((value) => value === NA),
  ISREF: define(
    1,
    'BOOLEAN',
    (args) => (cells) => args[0]?.isReference === true && args[0].evaluate(cells) !== REF,
  ),
  ISEVEN: numberFunction(1, 'BOOLEAN', (value = 0) => Math.trunc(value) % 2 === 0),
  ISODD: numberFunction(1, 'BOOLEAN', (value = 0) => Math.trunc(value) % 2 !== 0),
  NA: define(0, 'VARCHAR', () => () => NA),
  N: scalarFunction(1, 'DOUBLE', ([value = null]) =>
    typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : 0,
  ),
  T: scalarFunction(1, 'VARCHAR', ([value = null]) => (typeof value === 'string' ? value : '')),
  TYPE: define(1, 'BIGINT', (args) => (cells) => {
    const value = evaluateOf(args, 0)(cells);
    if (isError(value)) return 16;
    return typeof value === 'string' ? 2 : typeof value === 'boolean' ? 4 : 1;
  }),
  'ERROR.TYPE': define(1, 'BIGINT', (args) => (cells) => {
    const value = evaluateOf(args, 0)(cells);
    return isError(value) ? errorNumbers.indexOf(value.code) + 1 : NA;
  }),
};
