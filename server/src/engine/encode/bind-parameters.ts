import { DuckDBDecimalValue, type DuckDBPreparedStatement } from '@duckdb/node-api';
import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { decimalParts, type ExactNumber } from '@workbook-data-service/sheets/exact-numbers';
import { type Problem, problem } from '../../core/problems.js';

/** As in a request: by position, or by name. */
export type QueryParameters = readonly unknown[] | Readonly<Record<string, unknown>>;

const int64 = { least: -(2 ** 63), most: 2 ** 63 };

/** Binds exactly the parameters that the statement uses; a missing or surplus one is reported by name. */
export function bindParameters(statement: DuckDBPreparedStatement, parameters: QueryParameters): void {
  const given = new Map(entries(parameters).map(([name, value]) => [name.toLowerCase(), { name, value }]));
  const missing: string[] = [];
  for (let index = 1; index <= statement.parameterCount; index += 1) {
    const name = parameterName(statement, index);
    const parameter = given.get(name.toLowerCase());
    given.delete(name.toLowerCase());
    if (parameter) bind(statement, index, parameter.name, parameter.value);
    else missing.push(name);
  }
  if (missing.length > 0) throw invalid(say('parameters-missing', { names: missing }));
  if (given.size > 0) {
    const names = [...given.values()].map(({ name }) => name);
    throw invalid(say('parameters-surplus', { names }));
  }
}

function entries(parameters: QueryParameters): [string, unknown][] {
  return Array.isArray(parameters)
    ? parameters.map((value: unknown, index) => [String(index + 1), value])
    : Object.entries(parameters);
}

function parameterName(statement: DuckDBPreparedStatement, index: number): string {
  try {
    return statement.parameterName(index);
  } catch {
    throw invalid(say('parameters-gaps'));
  }
}

function bind(statement: DuckDBPreparedStatement, index: number, name: string, value: unknown): void {
  if (value === null) statement.bindNull(index);
  else if (typeof value === 'string') statement.bindVarchar(index, value);
  else if (typeof value === 'boolean') statement.bindBoolean(index, value);
  else if (isExactNumber(value)) bindExactly(statement, index, name, value.text);
  else if (typeof value !== 'number') {
    throw invalid(say('parameter-type', { name }));
  } else if (Number.isInteger(value) && value >= int64.least && value < int64.most) {
    statement.bindBigInt(index, BigInt(value));
  } else statement.bindDouble(index, value);
}

/** It loses its class between processes. */
function isExactNumber(value: unknown): value is ExactNumber {
  const { text } = (value ?? {}) as Partial<ExactNumber>;
  return typeof value === 'object' && typeof text === 'string' && numeral.test(text);
}

const numeral = /^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,4})?$/i;

const MAX_DIGITS = 38;

/** As a 64-bit integer if possible, else as a decimal with exactly the written places. */
function bindExactly(statement: DuckDBPreparedStatement, index: number, name: string, text: string): void {
  const { negative, digits, exponent } = decimalParts(text);
  const scale = Math.max(0, -exponent);
  const width = digits.length + Math.max(0, exponent);
  if (!(scale <= MAX_DIGITS && width <= MAX_DIGITS))
    throw invalid(say('parameter-digits', { name, max: MAX_DIGITS }));
  const size = BigInt(digits) * 10n ** BigInt(Math.max(0, exponent));
  const value = negative ? -size : size;
  if (scale === 0 && BigInt.asIntN(64, value) === value) statement.bindBigInt(index, value);
  else statement.bindDecimal(index, new DuckDBDecimalValue(value, Math.max(width, scale), scale));
}

function invalid(detail: Message): Problem {
  return problem('invalid-request', detail, {
    fix: say('fix-sql-parameters'),
  });
}
