import { type ErrorCode, errorCodes } from './formula-ast.js';
import { DIV0, errorOf, finite, NUM, type Scalar, toNumber, VALUE } from './formula-values.js';
import {
  type FormulaFunction,
  type FunctionGroup,
  numberFunction,
  scalarFunction,
  textFunction,
} from './function-kinds.js';
import { functionLibrary } from './function-library.js';
import { fifteenDigits, roundHalfAway, roundWith, toMultiple } from './round-decimals.js';

/** A result of the function library as a formula value; its errors are recognised by their message. */
function fromLibrary(answer: unknown): Scalar {
  if (typeof answer === 'number') return finite(answer);
  if (typeof answer === 'string' || typeof answer === 'boolean') return answer;
  const message = answer instanceof Error ? answer.message : '';
  return errorCodes.includes(message as ErrorCode) ? errorOf(message as ErrorCode) : VALUE;
}

function computed(
  arity: number | readonly [number, number],
  call: (...numbers: number[]) => unknown,
): FormulaFunction {
  return numberFunction(arity, 'DOUBLE', (...numbers) => fromLibrary(call(...numbers)));
}

type Library = ReturnType<typeof functionLibrary>;

/** The function of the library with this name, which takes numbers. */
function library<Name extends keyof Library>(
  arity: number | readonly [number, number],
  name: Library[Name] extends (...numbers: number[]) => unknown ? Name : never,
): FormulaFunction {
  return computed(arity, (...numbers) =>
    (functionLibrary()[name] as (...numbers: number[]) => unknown)(...numbers),
  );
}

/** The library pads to any width; Excel to ten places. */
function toBase(name: 'DEC2BIN' | 'DEC2HEX' | 'DEC2OCT'): FormulaFunction {
  return numberFunction([1, 2], 'VARCHAR', (value = 0, width) =>
    width !== undefined && !(width >= 1 && width < 11)
      ? NUM
      : fromLibrary(functionLibrary()[name](trunc(value), width === undefined ? undefined : trunc(width))),
  );
}

const { trunc, floor, ceil, abs, sign } = Math;

export const roundingFunctions: FunctionGroup = {
  ROUND: numberFunction(2, 'DOUBLE', (value = 0, digits = 0) => finite(roundHalfAway(value, trunc(digits)))),
  ROUNDUP: numberFunction(2, 'DOUBLE', (value = 0, digits = 0) => finite(roundWith(value, digits, ceil))),
  ROUNDDOWN: numberFunction(2, 'DOUBLE', (value = 0, digits = 0) => finite(roundWith(value, digits, floor))),
  TRUNC: numberFunction([1, 2], 'DOUBLE', (value = 0, digits = 0) => finite(roundWith(value, digits, floor))),
  INT: numberFunction(1, 'BIGINT', (value = 0) => floor(value)),
  MROUND: numberFunction(2, 'DOUBLE', (value = 0, step = 0) => {
    if (value === 0 || step === 0) return 0;
    return sign(value) === sign(step) ? toMultiple(value, step, Math.round) : NUM;
  }),
  CEILING: numberFunction(2, 'DOUBLE', (value = 0, step = 0) => {
    if (step === 0 || value === 0) return 0;
    return value > 0 && step < 0 ? NUM : toMultiple(value, step, ceil);
  }),
  FLOOR: numberFunction(2, 'DOUBLE', (value = 0, step = 0) => {
    if (value === 0) return 0;
    if (step === 0) return DIV0;
    return value > 0 && step < 0 ? NUM : toMultiple(value, step, floor);
  }),
  'CEILING.MATH': numberFunction([1, 3], 'DOUBLE', (value = 0, step = 1, mode = 0) =>
    step === 0 ? 0 : toMultiple(value, abs(step), value < 0 && mode !== 0 ? floor : ceil),
  ),
  'FLOOR.MATH': numberFunction([1, 3], 'DOUBLE', (value = 0, step = 1, mode = 0) =>
    step === 0 ? 0 : toMultiple(value, abs(step), value < 0 && mode !== 0 ? ceil : floor),
  ),
  EVEN: numberFunction(1, 'BIGINT', (value = 0) => sign(value) * ceil(abs(value) / 2) * 2),
  ODD: numberFunction(
    1,
    'BIGINT',
    (value = 0) => (value < 0 ? -1 : 1) * (ceil((abs(value) - 1) / 2) * 2 + 1 || 1),
  ),
};

export const mathFunctions: FunctionGroup = {
  ABS: numberFunction(1, 'arithmetic', (value = 0) => abs(value)),
  SIGN: numberFunction(1, 'BIGINT', (value = 0) => sign(value)),
  MOD: numberFunction(2, 'arithmetic', (value = 0, divisor = 0) => {
    if (divisor === 0) return DIV0;
    return Number.isInteger(value) && Number.isInteger(divisor)
      ? ((value % divisor) + divisor) % divisor
      : modulo(value, divisor);
  }),
  QUOTIENT: numberFunction(2, 'BIGINT', (value = 0, divisor = 0) =>
    divisor === 0 ? DIV0 : trunc(value / divisor),
  ),
  POWER: numberFunction(2, 'DOUBLE', (base = 0, exponent = 0) => power(base, exponent)),
  SQRT: numberFunction(1, 'DOUBLE', (value = 0) => finite(Math.sqrt(value))),
  SQRTPI: numberFunction(1, 'DOUBLE', (value = 0) => finite(Math.sqrt(value * Math.PI))),
  EXP: numberFunction(1, 'DOUBLE', (value = 0) => finite(Math.exp(value))),
  LN: numberFunction(1, 'DOUBLE', (value = 0) => finite(Math.log(value))),
  LOG10: numberFunction(1, 'DOUBLE', (value = 0) => finite(Math.log10(value))),
  LOG: numberFunction([1, 2], 'DOUBLE', (value = 0, base = 10) => {
    if (value <= 0 || base <= 0) return NUM;
    return base === 1 ? DIV0 : fifteenDigits(Math.log(value) / Math.log(base));
  }),
  PI: numberFunction(0, 'DOUBLE', () => Math.PI),
  FACT: numberFunction(1, 'DOUBLE', (value = 0) => (value < 0 ? NUM : product(1, trunc(value), 1))),
  FACTDOUBLE: numberFunction(1, 'DOUBLE', (value = 0) =>
    value < -1 ? NUM : product(trunc(value) % 2 === 0 ? 2 : 1, trunc(value), 2),
  ),
  COMBIN: numberFunction(2, 'DOUBLE', (all = 0, chosen = 0) => {
    const [n, k] = [trunc(all), trunc(chosen)];
    if (n < 0 || k < 0 || k > n) return NUM;
    let ways = 1;
    // Beyond the largest double no further factor can bring it back.
    for (let step = 1; step <= Math.min(k, n - k) && Number.isFinite(ways); step += 1) {
      ways = (ways * (n - step + 1)) / step;
      if (ways < 2 ** 53) ways = Math.round(ways);
    }
    return finite(ways);
  }),
  PERMUT: numberFunction(2, 'DOUBLE', (all = 0, chosen = 0) => {
    const [n, k] = [trunc(all), trunc(chosen)];
    return n < 0 || k < 0 || k > n ? NUM : product(n - k + 1, n, 1);
  }),
  GCD: numberFunction([1, 255], 'BIGINT', (...numbers) => foldWhole(numbers, gcd)),
  LCM: numberFunction([1, 255], 'BIGINT', (...numbers) =>
    foldWhole(numbers, (a, b) => (a === 0 || b === 0 ? 0 : (a / gcd(a, b)) * b)),
  ),
  ROMAN: numberFunction(1, 'VARCHAR', (value = 0) =>
    value < 0 || value >= 4000 ? VALUE : fromLibrary(functionLibrary().ROMAN(trunc(value))),
  ),
  ARABIC: textFunction(1, 'BIGINT', (text) => {
    const roman = text.trim().toUpperCase();
    if (roman.length > 255) return VALUE;
    if (!roman.startsWith('-')) return fromLibrary(functionLibrary().ARABIC(roman));
    const size = fromLibrary(functionLibrary().ARABIC(roman.slice(1)));
    return typeof size === 'number' ? -size : size;
  }),
  BASE: numberFunction([2, 3], 'VARCHAR', (value = 0, radix = 10, width = 0) => {
    const fits = value >= 0 && value < 2 ** 53 && radix >= 2 && radix <= 36 && width >= 0 && width <= 255;
    return fits ? trunc(value).toString(trunc(radix)).toUpperCase().padStart(trunc(width), '0') : NUM;
  }),
  DECIMAL: textFunction(2, 'BIGINT', (text, [second = null]) => {
    const radix = toNumber(second);
    if (typeof radix !== 'number') return radix;
    if (!(radix >= 2 && radix <= 36) || text.length > 255) return NUM;
    const letters = '0123456789abcdefghijklmnopqrstuvwxyz'.slice(0, trunc(radix));
    const digits = text.trim().toLowerCase();
    if ([...digits].some((digit) => !letters.includes(digit))) return NUM;
    return finite([...digits].reduce((sum, digit) => sum * trunc(radix) + letters.indexOf(digit), 0));
  }),
};

export const trigonometryFunctions: FunctionGroup = {
  SIN: computed(1, Math.sin),
  COS: computed(1, Math.cos),
  TAN: computed(1, Math.tan),
  ASIN: computed(1, (x = 0) => (abs(x) > 1 ? Number.NaN : Math.asin(x))),
  ACOS: computed(1, (x = 0) => (abs(x) > 1 ? Number.NaN : Math.acos(x))),
  ATAN: computed(1, Math.atan),
  // In Excel x comes before y.
  ATAN2: numberFunction(2, 'DOUBLE', (x = 0, y = 0) => (x === 0 && y === 0 ? DIV0 : Math.atan2(y, x))),
  SINH: computed(1, Math.sinh),
  COSH: computed(1, Math.cosh),
  TANH: computed(1, Math.tanh),
  ASINH: library(1, 'ASINH'),
  ACOSH: library(1, 'ACOSH'),
  ATANH: library(1, 'ATANH'),
  DEGREES: library(1, 'DEGREES'),
  RADIANS: library(1, 'RADIANS'),
};

export const financialFunctions: FunctionGroup = {
  PMT: library([3, 5], 'PMT'),
  PV: computed([3, 5], (rate, nper, pmt, fv = 0, type = 0) =>
    functionLibrary().PV(rate, nper, pmt, fv, type),
  ),
  FV: computed([3, 5], (rate, nper, pmt, pv = 0, type = 0) =>
    functionLibrary().FV(rate, nper, pmt, pv, type),
  ),
  NPER: library([3, 5], 'NPER'),
  RATE: library([3, 6], 'RATE'),
  IPMT: library([4, 6], 'IPMT'),
  PPMT: library([4, 6], 'PPMT'),
  SLN: library(3, 'SLN'),
  SYD: library(4, 'SYD'),
  EFFECT: library(2, 'EFFECT'),
  NOMINAL: library(2, 'NOMINAL'),
};

export const engineeringFunctions: FunctionGroup = {
  BIN2DEC: scalarFunction(1, 'BIGINT', ([value = null]) => fromLibrary(functionLibrary().BIN2DEC(value))),
  HEX2DEC: scalarFunction(1, 'BIGINT', ([value = null]) => fromLibrary(functionLibrary().HEX2DEC(value))),
  OCT2DEC: scalarFunction(1, 'BIGINT', ([value = null]) => fromLibrary(functionLibrary().OCT2DEC(value))),
  DEC2BIN: toBase('DEC2BIN'),
  DEC2OCT: toBase('DEC2OCT'),
  DEC2HEX: toBase('DEC2HEX'),
};

/** By the quotient in fifteen digits: `MOD(1, 0.1)` is 0 although a tenth goes into 1 a little less than ten times. */
function modulo(value: number, divisor: number): Scalar {
  const rest = value - divisor * floor(fifteenDigits(value / divisor));
  return abs(rest) < abs(divisor) * 1e-13 ? 0 : finite(fifteenDigits(rest));
}

export function power(base: number, exponent: number): Scalar {
  if (base === 0 && exponent <= 0) return exponent === 0 ? NUM : DIV0;
  return finite(base ** exponent);
}

/**
 * The product of the numbers from `first` to `last`; beyond the largest double it is #NUM!, however many are
 * left.
 */
function product(first: number, last: number, step: number): Scalar {
  let result = 1;
  for (let factor = first; factor <= last && Number.isFinite(result); factor += step) result *= factor;
  return finite(result);
}

function foldWhole(numbers: readonly number[], fold: (a: number, b: number) => number): Scalar {
  const whole = numbers.map(trunc);
  if (whole.some((number) => number < 0 || number >= 2 ** 53)) return NUM;
  const result = whole.reduce(fold);
  return result < 2 ** 53 ? result : NUM;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
